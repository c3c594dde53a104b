import { activeStaffIds } from '#modules/identity';
import type { Ctx } from '#platform/context';

/** The patient that the fact names. */
export const itsPatient = ({ patientId: id }: { patientId: string }) =>
  [{ type: 'patient', id }] as const;

/** The clinic that the fact names. */
export const itsClinic = ({ clinicId: id }: { clinicId: string }) =>
  [{ type: 'clinic', id }] as const;

/** The patient or the clinic whose account the fact is about. */
export const itsAccount = ({
  principal: type,
  accountId: id,
}: {
  principal: 'patient' | 'clinic';
  accountId: string;
}) => [{ type, id }] as const;

/** The member of staff that the fact names. */
export const itsStaffMember = ({ staffId: id }: { staffId: string }) =>
  [{ type: 'staff', id }] as const;

/** Everybody of staff who may sign in. */
export const allStaff = async (_fact: unknown, ctx: Ctx) =>
  (await activeStaffIds(ctx)).map((id) => ({ type: 'staff', id }) as const);
