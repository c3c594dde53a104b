import { z } from 'zod';
import { days, type Duration } from '#platform/duration';
import { defineSetting } from '#platform/settings';
import { mostAllowed } from '#platform/whole-number';

/** How long an offer stays open, in milliseconds; an offer keeps the length it was made under. */
export const offerValidity = defineSetting({
  key: 'offers.validity',
  schema: z
    .number()
    .int()
    .positive()
    .max(days(90))
    .meta({ format: 'milliseconds' })
    .transform((ms) => ms as Duration),
  defaults: () => days(14),
});

/** How many offers a clinic may send (security 64). */
export const offerBudgets = defineSetting({
  key: 'offers.budgets',
  schema: z.object({ perHour: z.number().int().min(0).max(mostAllowed) }),
  defaults: () => ({ perHour: 60 }),
});
