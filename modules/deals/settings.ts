import { z } from 'zod';
import { days, hours, type Duration } from '#platform/duration';
import { defineSetting } from '#platform/settings';

const length = z
  .number()
  .int()
  .positive()
  .max(days(366))
  .meta({ format: 'milliseconds' })
  .transform((ms) => ms as Duration);

const windowsSchema = z.object({
  /** After acceptance, without a date: staff look. */
  date: length,
  /** Before the date: both are reminded. */
  visit: length,
  /** After the date: both are asked what happened. */
  treatment: length,
  /** After the date, without an answer of either: staff look. */
  report: length,
  /** After one side's confirmation: the other is asked, twice. */
  firstNudge: length,
  secondNudge: length,
  /** And then one side's word counts. */
  silence: length,
});
export type DealWindows = Readonly<Record<keyof z.infer<typeof windowsSchema>, number>>;

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
