import { z } from 'zod';

/** A patient as the patient sees themselves. */
export const userDto = z.strictObject({
  phoneNumber: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  hasCompleteProfile: z.boolean(),
});
export type User = z.infer<typeof userDto>;
