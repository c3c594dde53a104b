import { DateTime } from 'luxon';
import { z } from 'zod';
import { mostAllowed } from '#platform/base/whole-number';
import { defineSetting } from '#platform/settings/settings';

/** How many text messages one person may get in a day, and all people together in an hour. */
export const textBudgets = defineSetting({
  key: 'notifications.text-budgets',
  schema: z.object({
    perPersonDay: z.number().int().min(0).max(20),
    perHour: z.number().int().min(0).max(mostAllowed),
  }),
  defaults: () => ({ perPersonDay: 3, perHour: 500 }),
});

/** Hours in which a person's browsers show nothing: two times of the day (`HH:MM`) by the clock of an IANA time zone. */
export interface QuietHours {
  readonly from: string;
  /** Before `from` where it is on the next day. */
  readonly to: string;
  readonly zone: string;
}

/** Until when it is quiet; null where it is not. What begins or ends while clocks change is moved with them. */
export function quietUntil({ from, to, zone }: QuietHours, at: Date): Date | null {
  const now = DateTime.fromJSDate(at, { zone });
  const time = now.toFormat('HH:mm');
  const isQuiet = from < to ? time >= from && time < to : time >= from || time < to;
  if (!isQuiet) return null;
  const [hour, minute] = to.split(':').map(Number);
  const end = now.set({ hour, minute, second: 0, millisecond: 0 });
  return (end > now ? end : end.plus({ days: 1 })).toJSDate();
}
