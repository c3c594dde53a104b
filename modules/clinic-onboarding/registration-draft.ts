import { z } from 'zod';

const typed = z.string().max(5_000).optional();

/** The form of a clinic's details as it stands, finished or not. */
export const registrationDraftSchema = z.object({
  clinicName: typed,
  doctorName: typed,
  email: typed,
  address: typed,
  city: typed,
  country: typed,
  website: typed,
  specialties: z.preprocess(
    (value) => (typeof value === 'string' ? [value] : value),
    z.array(z.string().max(50)).max(20).optional(),
  ),
  licenseNumber: typed,
  experience: typed,
  description: typed,
});
export type RegistrationDraft = z.output<typeof registrationDraftSchema>;
