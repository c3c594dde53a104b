import { z } from 'zod';
import { defineEvents } from '#engine/contract';

const account = { principal: z.enum(['patient', 'clinic']), accountId: z.uuid() };
const accountOnly = z.strictObject(account);
const link = z.strictObject({ ...account, linkId: z.uuid() });
const staff = { staffId: z.uuid() };

/** What can happen to an account: to the ways into it, and to its address. */
export const identityEvents = defineEvents('identity', {
  /** A sign-in from a browser that this number has not signed in with before. */
  'patient-on-new-device': z.strictObject({ patientId: z.uuid() }),
  'clinic-on-new-device': z.strictObject({ clinicId: z.uuid() }),
  /** A passkey was added or removed. */
  'factor-changed': accountOnly,
  /** An account was made with an address that nobody has proved. */
  'email-proof-owed': accountOnly,
  /** Somebody who has its number now began anew with it. */
  'account-detached': accountOnly,
  /** Two of the team gave it another number, or a second proof. */
  'way-back-opened': accountOnly,
  'email-link-asked': link,
  'email-change-asked': link,
  'email-changed': link,
  'staff-signed-in': z.strictObject({ ...staff, newDevice: z.boolean() }),
  'staff-factor-changed': z.strictObject(staff),
});
