import { describe, expect, it } from 'vitest';
import { type CalendarEntry, calendarFile } from './rules';

const entry: CalendarEntry = {
  uid: '6c7d6a5e-94f4-4a15-9f6c-0a5f5f6a000a@clinics.example',
  sequence: 2,
  changedAt: new Date('2026-03-01T10:00:00.123Z'),
  startsAt: new Date('2026-04-02T06:30:00Z'),
  cancelled: false,
  summary: 'Appointment: Galata Dental',
  location: 'Bankalar Cd. 1, Istanbul, Turkey',
  description: 'Directions: https://maps.example/?q=1,2\nCall: +902125550199',
  url: 'https://clinics.example/deal/6c7d6a5e-94f4-4a15-9f6c-0a5f5f6a000a',
  organizer: { name: 'Clinics', uri: 'https://clinics.example' },
};
/** As a reader puts folded lines together again. */
const linesOf = (file: string): string[] => file.replace(/\r\n[ \t]/g, '').split('\r\n');

describe('a calendar file', () => {
  it('is one entry as RFC 5545 has it', () => {
    expect(linesOf(calendarFile(entry))).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Clinics//Deals//EN',
      'CALSCALE:GREGORIAN',
      'METHOD:PUBLISH',
      'BEGIN:VEVENT',
      'UID:6c7d6a5e-94f4-4a15-9f6c-0a5f5f6a000a@clinics.example',
      'SEQUENCE:2',
      'DTSTAMP:20260301T100000Z',
      'DTSTART:20260402T063000Z',
      'STATUS:CONFIRMED',
      'ORGANIZER;CN="Clinics":https://clinics.example',
      'SUMMARY:Appointment: Galata Dental',
      'LOCATION:Bankalar Cd. 1\\, Istanbul\\, Turkey',
      'DESCRIPTION:Directions: https://maps.example/?q=1\\,2\\nCall: +902125550199',
      'URL:https://clinics.example/deal/6c7d6a5e-94f4-4a15-9f6c-0a5f5f6a000a',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ]);
  });

  it('is called off by the same entry', () => {
    const lines = linesOf(
      calendarFile({ ...entry, cancelled: true, location: null, description: null }),
    );
    expect(lines).toContain('METHOD:CANCEL');
    expect(lines).toContain('STATUS:CANCELLED');
    expect(lines.some((line) => /^(LOCATION|DESCRIPTION)/.test(line))).toBe(false);
  });

  it('lets no name write lines of its own', () => {
    const name = 'A; B, C\\D\r\nATTENDEE:mailto:x@y.example\u0000"';
    const file = calendarFile({ ...entry, summary: name, organizer: { ...entry.organizer, name } });
    const lines = linesOf(file);
    expect(lines).toHaveLength(19);
    expect(lines).toContain('SUMMARY:A\\; B\\, C\\\\D\\nATTENDEE:mailto:x@y.example"');
    expect(lines.find((line) => line.startsWith('ORGANIZER'))).toBe(
      `ORGANIZER;CN="A; B, C\\D''ATTENDEE:mailto:x@y.example''":https://clinics.example`,
    );
    expect(file).not.toContain('\u0000');
  });

  it.each([
    ['letters', 'x'.repeat(400)],
    ['letters of two octets', 'ğ'.repeat(400)],
    ['signs of four octets', '🦷'.repeat(200)],
    ['a line that fits exactly', 'x'.repeat(75 - 'SUMMARY:'.length)],
  ])('folds %s at 75 octets, between characters', (_what, summary) => {
    const file = calendarFile({ ...entry, summary });
    for (const line of file.split('\r\n')) {
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
      expect(line).not.toContain('\ufffd');
    }
    expect(linesOf(file)).toContain(`SUMMARY:${summary}`);
  });
});
