import { DateTime } from 'luxon';
import { clinicZone, type timeZones } from './status';

const names: Readonly<Record<(typeof timeZones)[number], string>> = {
  istanbul: clinicZone,
  london: 'Europe/London',
  berlin: 'Europe/Berlin',
  'new-york': 'America/New_York',
  chicago: 'America/Chicago',
  'los-angeles': 'America/Los_Angeles',
  dubai: 'Asia/Dubai',
  riyadh: 'Asia/Riyadh',
  jerusalem: 'Asia/Jerusalem',
  sydney: 'Australia/Sydney',
  utc: 'UTC',
};

/** The instant (ISO 8601) of a date and a time of day somewhere; null where clocks never showed it. */
export function instantAt(wall: {
  date: string;
  time: string;
  zone: keyof typeof names;
}): string | null {
  const found = DateTime.fromISO(`${wall.date}T${wall.time}`, { zone: names[wall.zone] });
  // An hour that a change of clocks skips is moved by the library; nobody meant that.
  const shown = found.isValid && found.toFormat('HH:mm') === wall.time.slice(0, 5);
  return shown ? found.toUTC().toISO() : null;
}
