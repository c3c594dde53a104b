import { DateTime } from 'luxon';
import { z } from 'zod';
import { days, type Duration, hours } from '#platform/base/duration';
import { defineSetting, timerLength } from '#platform/settings/settings';
import type { deal } from './tables.server';
import { clinicZone, type PriceCause, type PriceDifference, type timeZones } from './values';

/** Cents of a currency (ISO 4217). */
export interface Price {
  readonly amountCents: number;
  readonly currency: string;
}

const samePrice = (a: Price, b: Price): boolean =>
  a.amountCents === b.amountCents && a.currency === b.currency;

/** What both say, or the one who spoke; null where they differ: both are kept, and nobody decides between them. */
export function agreedPrice(said: ReadonlyArray<Price | null>): Price | null {
  const [first, ...others] = said.filter((price) => price !== null);
  return first && others.every((price) => samePrice(price, first)) ? first : null;
}

/** What a patient accepted: the price that was sealed, and the same with every extra of the offer that has a price. */
export interface AcceptedPrice {
  readonly sealed: Price;
  /** The comparable total, which the question before the acceptance names; cents of the sealed currency. */
  readonly totalCents: number;
}

/** What the patient of a deal accepted. */
export const acceptedPriceOf = ({
  sealedCents,
  sealedCurrency,
  acceptedCents,
}: Pick<
  typeof deal.$inferSelect,
  'sealedCents' | 'sealedCurrency' | 'acceptedCents'
>): AcceptedPrice => ({
  sealed: { amountCents: sealedCents, currency: sealedCurrency },
  totalCents: acceptedCents ?? sealedCents,
});

/** Whether this is a figure that was accepted, without extras or with all of them. Any other one needs a reason. */
export const isAccepted = ({ sealed, totalCents }: AcceptedPrice, paid: Price): boolean =>
  samePrice(paid, sealed) || samePrice(paid, { ...sealed, amountCents: totalCents });

/** Whether the price was kept: both sides stay within the accepted total, in the sealed currency. */
export function isKept(
  { sealed, totalCents }: AcceptedPrice,
  said: ReadonlyArray<Price | null>,
): boolean {
  const prices = said.filter((price) => price !== null);
  return (
    prices.length > 0 &&
    prices.every(
      ({ amountCents, currency }) => currency === sealed.currency && amountCents <= totalCents,
    )
  );
}

/** What one side says of the price. */
interface SaidPrice extends Price {
  readonly because: PriceCause | null;
}

/**
 * How the final price compares with what was accepted. It is foreseen where every side that says another price names an
 * assumption of the offer; a foreseen surcharge is still not a kept price.
 */
export function differenceOf(accepted: AcceptedPrice, said: readonly SaidPrice[]): PriceDifference {
  const others = said.filter((price) => !isAccepted(accepted, price));
  if (others.length === 0) return 'none';
  const isForeseen = ({ because }: SaidPrice) => because !== null && because !== 'not-foreseen';
  return others.every(isForeseen) ? 'foreseen' : 'not-foreseen';
}

/** The place of an assumption among those of its offer, from 0; null where none is named. */
export const assumptionAt = (because: PriceCause | null): number | null =>
  because === null || because === 'not-foreseen'
    ? null
    : Number(because.slice('assumption-'.length)) - 1;

const windowsSchema = z.object({
  /** After acceptance, without a date: staff look. */
  date: timerLength,
  /** Before the date: both are reminded. */
  visit: timerLength,
  /** After the date: both are asked what happened. */
  treatment: timerLength,
  /** After the date, without an answer of either: staff look. */
  report: timerLength,
  /** After one side's confirmation: the other is asked, twice. */
  firstNudge: timerLength,
  secondNudge: timerLength,
  /** And then one side's word counts. */
  silence: timerLength,
});

/** The clocks of a deal (docs/product.md, Offers and deals). A deal keeps those it was made under. */
export const dealWindows = defineSetting({
  key: 'deals.windows',
  schema: windowsSchema
    .refine(({ report, treatment }) => report > treatment, {
      path: ['report'],
      error: 'deals.error.windows_out_of_order',
    })
    .refine(
      ({ firstNudge, secondNudge, silence }) => firstNudge < secondNudge && secondNudge < silence,
      { path: ['silence'], error: 'deals.error.windows_out_of_order' },
    ),
  defaults: () => ({
    date: days(14),
    visit: hours(24),
    treatment: days(2),
    report: days(7),
    firstNudge: days(5),
    secondNudge: days(10),
    silence: days(14),
  }),
});

/** What ends a clinic's reading of a patient, and both sides' writing. */
type ReadingEnd = 'consent-withdrawn' | 'cancelled' | 'treated';

/**
 * The one rule of when a deal closes: how long after each end notes, photos, files, contact data and messages of the
 * patient stay open for the clinic, and writing for both. A treatment needs aftercare and its second review; a consent
 * that is withdrawn leaves no time, whatever the state. Where several ends hold, the earliest counts.
 */
export const readableFor: Readonly<Record<ReadingEnd, Duration>> = {
  'consent-withdrawn': days(0),
  cancelled: days(14),
  treated: days(400),
};

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

/** What both agreed on, as calendars read it. */
export interface CalendarEntry {
  /** Stays the same for the life of a deal, so that a change replaces what a calendar has. */
  readonly uid: string;
  /** One more with each change. */
  readonly sequence: number;
  /** When it was last agreed on, changed or called off. */
  readonly changedAt: Date;
  readonly startsAt: Date;
  readonly cancelled: boolean;
  readonly summary: string;
  readonly location: string | null;
  /** What its reader has to know on the way; null where that is nothing. */
  readonly description: string | null;
  readonly url: string;
  /** Whose page stands behind it: a URI (RFC 5545, 3.8.4.3). */
  readonly organizer: { readonly name: string; readonly uri: string };
}

/** 20260301T100000Z */
const instant = (date: Date): string =>
  date
    .toISOString()
    .replace(/\.\d{3}/, '')
    .replace(/[-:]/g, '');

/** A value of type TEXT (RFC 5545, 3.3.11); control characters have no place in one. */
const text = (value: string): string =>
  value
    .replace(/\r\n?/g, '\n')
    .replace(/\p{Cc}/gu, (control) => (control === '\n' ? control : ''))
    .replace(/[\\;,]/g, (sign) => `\\${sign}`)
    .replace(/\n/g, '\\n');

/** The value of a parameter in quotes, which can hold neither quotes nor line breaks (RFC 5545, 3.2). */
const quoted = (value: string): string => `"${value.replace(/["\p{Cc}]/gu, "'")}"`;

const octets = (part: string): number => Buffer.byteLength(part);

/** Lines of at most 75 octets, no character cut in two (RFC 5545, 3.1). */
function fold(line: string): string {
  const lines: string[] = [];
  let current = '';
  for (const character of line) {
    if (octets(current) + octets(character) > 75) {
      lines.push(current);
      current = ' ';
    }
    current += character;
  }
  return [...lines, current].join('\r\n');
}

/** An iCalendar file (RFC 5545) of one entry: published, or called off (RFC 5546, 3.2.1 and 3.2.5). */
export function calendarFile(entry: CalendarEntry): string {
  const { organizer } = entry;
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${text(organizer.name)}//Deals//EN`,
    'CALSCALE:GREGORIAN',
    `METHOD:${entry.cancelled ? 'CANCEL' : 'PUBLISH'}`,
    'BEGIN:VEVENT',
    `UID:${entry.uid}`,
    `SEQUENCE:${entry.sequence}`,
    `DTSTAMP:${instant(entry.changedAt)}`,
    `DTSTART:${instant(entry.startsAt)}`,
    `STATUS:${entry.cancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    `ORGANIZER;CN=${quoted(organizer.name)}:${organizer.uri}`,
    `SUMMARY:${text(entry.summary)}`,
    ...(entry.location ? [`LOCATION:${text(entry.location)}`] : []),
    ...(entry.description ? [`DESCRIPTION:${text(entry.description)}`] : []),
    `URL:${entry.url}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}
