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

/** The calendar day (ISO 8601) of an instant where the clinics are. */
export const clinicDay = (at: Date): string =>
  DateTime.fromJSDate(at, { zone: clinicZone }).toISODate()!;

/** Whether the agreed day (that of an instant, ISO 8601) has begun where the clinic is; true without one. */
export const hasBegun = (scheduledFor: string | Date | null, at: Date): boolean =>
  scheduledFor === null || clinicDay(new Date(scheduledFor)) <= clinicDay(at);

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
