import { z } from 'zod';
import { isTimeZone } from '../time/time-zone';
import { defineSetting } from './settings';

// Federal holidays of the United States, as observed.
const holidays = [
  ...['2026-01-01', '2026-01-19', '2026-02-16', '2026-05-25', '2026-06-19', '2026-07-03'],
  ...['2026-09-07', '2026-10-12', '2026-11-11', '2026-11-26', '2026-12-25'],
  ...['2027-01-01', '2027-01-18', '2027-02-15', '2027-05-31', '2027-06-18', '2027-07-05'],
  ...['2027-09-06', '2027-10-11', '2027-11-11', '2027-11-25', '2027-12-24', '2027-12-31'],
];

/**
 * When the team works: IANA time zone, days that are off (ISO), days of the week (1 is Monday). The key is the one under
 * which the calendar has been stored since only reviews went by it.
 */
export const teamCalendar = defineSetting({
  key: 'clinic-onboarding.calendar',
  schema: z.object({
    timeZone: z
      .string()
      .max(60)
      .refine(isTimeZone, 'error.invalid_value')
      .meta({ format: 'time-zone' }),
    holidays: z.array(z.iso.date()).max(400),
    workdays: z.array(z.number().int().min(1).max(7)).min(1).max(7).meta({ format: 'workdays' }),
  }),
  defaults: () => ({ timeZone: 'America/New_York', holidays, workdays: [1, 2, 3, 4, 5] }),
});
