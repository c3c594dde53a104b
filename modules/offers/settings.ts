import { z } from 'zod';
import { days, type Duration } from '#platform/duration';
import { defineSetting } from '#platform/settings';

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
