import { eq } from 'drizzle-orm';
import type { ActorOf } from '#platform/base/actor';
import { audit, withTransaction, send } from '#engine';
import type { Ctx } from '#platform/context';
import { applicationFlow } from '../application.flow.server';
import type { ClinicDetails } from '../details';
import type { ClinicDto } from '../dto';
import { changedFields } from '../proofs';
import { ownClinic } from '../queries/own-application';
import { lockEvidence, ownRow, tellOfLastActivity } from '../repo.server';
import { clinic } from '../tables.server';
import { documentsChanged } from './documents-changed';
import { lockDocumentRows, reopenDocuments } from './reopen-documents';

/**
 * The acting clinic mends what it said of itself, while its application is pending or rejected. Accepted documents that
 * prove what is now another are looked at again. Its e-mail address stays: another one counts once it is proved.
 *
 * @throws AppError `event_refused` once it is decided otherwise.
 */
export async function changeDetails(
  ctx: Ctx<ActorOf<'clinic'>>,
  { details }: { details: ClinicDetails },
): Promise<ClinicDto> {
  return withTransaction(ctx, async (tx) => {
    const { id } = ctx.actor;
    const locked = await lockDocumentRows(tx, id);
    await lockEvidence(tx, id);
    const event = { type: 'clinic-onboarding.change-details' } as const;
    await send(tx, applicationFlow, { id, event });
    const before = await ownRow(tx);
    const mended = { ...details, email: before.email };
    const changed = changedFields(before, mended);
    await tx.db.update(clinic).set(mended).where(eq(clinic.id, id));
    if (changed.length > 0) tellOfLastActivity(tx, id, { fields: changed.join(' ') });
    const reopened = await reopenDocuments(tx, id, { locked, changed });
    if (reopened > 0) await documentsChanged(tx, { clinicId: id });
    await audit(tx, {
      action: 'clinic-onboarding.change-details',
      object: { type: 'clinic', id },
      facts: { fields: changed.join(' '), reopened },
    });
    return ownClinic(tx);
  });
}
