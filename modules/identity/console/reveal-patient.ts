import type { ActorOf } from '#platform/base/actor';
import { audit, withTransaction } from '#engine';
import type { Ctx } from '#platform/context';
import { forgetBrowsers } from '../codes/browsers.server';
import { numberOf } from '../detached';
import { endSessionsOf } from '../sessions/end-session.server';
import { findPatient, toPatientRecord, type ListedPatient } from './patients-for-staff';

type Staff = Ctx<ActorOf<'staff'>>;

/**
 * Name and contact data of a patient, for a typed reason (security 83). The log says that it was shown before
 * it is; the reason lies beside the entry.
 *
 * @throws AppError `not_found`
 */
export function revealPatient(
  ctx: Staff,
  { patientId, reason }: { patientId: string; reason: string },
): Promise<ListedPatient> {
  return withTransaction(ctx, async (tx) => {
    const row = await findPatient(tx, patientId);
    const object = { type: 'patient', id: row.id };
    await audit(tx, {
      action: 'identity.contact-revealed',
      object,
      facts: { breakGlass: true },
      reason,
    });
    return {
      ...toPatientRecord(row),
      phoneNumber: numberOf(row.phone),
      email: row.email,
      fullName: `${row.firstName} ${row.lastName}`,
    };
  });
}

/**
 * Ends every session of a patient, on any device; no browser is known after it.
 *
 * @throws AppError `not_found`
 */
export async function endPatientSessions(
  ctx: Staff,
  { patientId }: { patientId: string },
): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    const { id, phone } = await findPatient(tx, patientId);
    await forgetBrowsers(tx, { role: 'patient', phone });
    const ended = await endSessionsOf(tx, { principal: 'patient', subjectId: id });
    await audit(tx, {
      action: 'identity.sessions-ended',
      object: { type: 'patient', id },
      facts: { ended },
    });
  });
}
