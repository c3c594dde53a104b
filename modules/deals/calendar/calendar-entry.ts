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
