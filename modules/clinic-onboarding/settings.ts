import { z } from 'zod';
import { days, hours, type Duration } from '#platform/base/duration';
import { defineSetting } from '#platform/settings/settings';

// A year at most: longer ones would leave the calendar that timers are kept by.
const length = z
  .number()
  .int()
  .positive()
  .max(days(366))
  .meta({ format: 'milliseconds' })
  .transform((ms) => ms as Duration);

/** The clocks of a review (docs/product.md, Clinic onboarding). An application keeps those under which it became complete. */
export const reviewWindows = defineSetting({
  key: 'clinic-onboarding.windows',
  schema: z
    .object({
      /** Milliseconds from complete until staff are reminded. */
      reminder: length,
      /** Longer than `reminder`. */
      escalation: length,
      /** A decision is promised within so many business days. */
      businessDays: z.number().int().min(1).max(60),
    })
    .refine(({ reminder, escalation }) => escalation > reminder, {
      path: ['escalation'],
      error: 'onboarding.error.escalation_too_soon',
    }),
  defaults: () => ({ reminder: hours(24), escalation: hours(48), businessDays: 3 }),
});
