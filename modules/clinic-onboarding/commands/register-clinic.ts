import { eq } from 'drizzle-orm';
import type { ActorOf } from '#platform/base/actor';
import { sqlNow } from '#platform/time/clock';
import type { TxCtx } from '#platform/context';
import { AppError } from '#platform/base/errors';
import { startMachine } from '#engine';
import { applicationFlow } from '../application.flow.server';
import type { ClinicDetails } from '../details';
import { readEvidence } from '../read-evidence.server';
import { adoptDocuments } from '../repo.server';
import { clinic, registrationDraft } from '../tables.server';

/**
 * Stores the clinic of a verified phone, takes over what was uploaded from it, and starts its application,
 * within the caller's transaction.
 *
 * @throws AppError `already_registered`
 */
export async function registerClinic(
  ctx: TxCtx<ActorOf<'phone-verified'>>,
  { clinicId, details }: { clinicId: string; details: ClinicDetails },
): Promise<void> {
  const { phone } = ctx.actor;
  const [created] = await ctx.db
    .insert(clinic)
    .values({
      ...details,
      id: clinicId,
      phone,
      registeredAt: sqlNow,
      status: 'pending',
      stage: 'documents',
    })
    .onConflictDoNothing({ target: clinic.phone })
    .returning({ id: clinic.id });
  if (!created) throw new AppError('already_registered');
  await adoptDocuments(ctx, { phone, clinicId });
  await ctx.db.delete(registrationDraft).where(eq(registrationDraft.phone, phone));
  const evidence = await readEvidence(ctx, clinicId);
  await startMachine(ctx, applicationFlow, { id: clinicId, input: { clinicId, ...evidence } });
}
