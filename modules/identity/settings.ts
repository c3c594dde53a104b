import { z } from 'zod';
import { days, hours, minutes, type Duration } from '#platform/duration';
import { defineSetting } from '#platform/settings';

const length = z
  .number()
  .int()
  .positive()
  .transform((ms) => ms as Duration);
const lifetime = z.object({ idle: length, absolute: length });

/** How long a session may rest and live, in milliseconds (product.md, People). */
export const sessionLifetimes = defineSetting({
  key: 'identity.session-lifetimes',
  schema: z.object({
    patient: lifetime,
    patientShared: lifetime,
    clinic: lifetime,
    staff: lifetime,
    phoneVerified: lifetime,
  }),
  defaults: () => ({
    patient: { idle: days(7), absolute: days(30) },
    patientShared: { idle: hours(12), absolute: hours(12) },
    clinic: { idle: hours(12), absolute: days(7) },
    staff: { idle: minutes(15), absolute: hours(8) },
    phoneVerified: { idle: minutes(30), absolute: minutes(30) },
  }),
});
