import { z } from 'zod';
import { days, hours } from '#platform/base/duration';
import { defineSetting, timerLength } from '#platform/settings/settings';
import { mostAllowed } from '#platform/base/whole-number';

const count = z.int().positive().max(mostAllowed);

/** The clocks of a ticket. One keeps those under which it began to wait, and those under which it was answered. */
export const ticketWindows = defineSetting({
  key: 'support.windows',
  schema: z
    .object({
      /** Open hours until staff are reminded. */
      reminder: timerLength,
      /** Open hours within which an answer is due. Longer than `reminder`. */
      answer: timerLength,
      /** From the last answer until a ticket closes by itself. */
      closing: timerLength,
    })
    .refine(({ reminder, answer }) => answer > reminder, {
      path: ['answer'],
      error: 'onboarding.error.escalation_too_soon',
    }),
  defaults: () => ({ reminder: hours(2), answer: hours(4), closing: days(14) }),
});

/** How long a ticket is kept after it was closed, as the privacy page says it: of whoever has no account, for less. */
export const ticketsKept = { visitor: days(180), account: days(730) } as const;

/** The hours of the team's working days, in the time zone of its calendar: from `opens` until `closes`. */
export const supportHours = defineSetting({
  key: 'support.hours',
  schema: z
    .object({ opens: z.number().int().min(0).max(23), closes: z.number().int().min(1).max(24) })
    .refine(({ opens, closes }) => closes > opens, {
      path: ['closes'],
      error: 'error.invalid_value',
    }),
  defaults: () => ({ opens: 9, closes: 17 }),
});

/** What one person may send. One person plays many in the demo. */
export const ticketBudgets = defineSetting({
  key: 'support.budgets',
  schema: z.object({
    ticketsPerDay: count,
    messagesPerHour: count,
    /** Of visitors, by where they write from and by the address that they name. */
    perAddressPerDay: count,
    perEmailPerDay: count,
  }),
  defaults: (mode) =>
    mode === 'demo'
      ? {
          ticketsPerDay: 1_000,
          messagesPerHour: 20_000,
          perAddressPerDay: 1_000,
          perEmailPerDay: 1_000,
        }
      : { ticketsPerDay: 10, messagesPerHour: 60, perAddressPerDay: 5, perEmailPerDay: 3 },
});
