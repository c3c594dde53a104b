import { and, eq } from 'drizzle-orm';
import { actorRef } from '#platform/actor';
import { audit } from '#platform/audit';
import { now } from '#platform/clock';
import { transaction, type Ctx, type TxCtx } from '#platform/context';
import { AppError } from '#platform/errors';
import { publish } from '#platform/events';
import { giveAddress } from '../commands/give-address';
import { removeFormerDoctors } from '../doctors.server';
import { noteChecks } from '../note-checks.server';
import { verificationFacts } from '../facts';
import { addActivity, type ClinicRow, type Reviewer } from '../repo.server';
import { clinic, pointChange } from '../tables.server';
import { lockClinic, type ChangeRow } from './repo.server';

interface Which {
  readonly clinicId: string;
  readonly changeId: string;
}

/**
 * Lets another value of a verified point take effect: it was checked. A new name gives a new public address; the old one
 * leads there.
 *
 * @throws AppError `not_found`; `event_refused` when it was decided, replaced or taken back meanwhile
 */
export const acceptChange = (ctx: Ctx<Reviewer>, which: Which): Promise<void> =>
  decide(ctx, which, { state: 'accepted', reason: null }, async (tx, row, change) => {
    await tx.db
      .update(clinic)
      .set({ [change.point]: change.value })
      .where(eq(clinic.id, row.id));
    if (change.point === 'clinicName')
      await giveAddress(tx, { ...row, clinicName: change.value as string });
    if (change.point === 'doctorName')
      await removeFormerDoctors(tx, { ...row, doctorName: change.value as string });
  });

/**
 * Leaves a verified point as it is; the clinic reads why.
 *
 * @throws AppError `not_found`, `event_refused` as {@link acceptChange}
 */
export const refuseChange = (
  ctx: Ctx<Reviewer>,
  { reason, ...which }: Which & { readonly reason: string },
): Promise<void> => decide(ctx, which, { state: 'refused', reason }, () => Promise.resolve());

interface Verdict {
  readonly state: 'accepted' | 'refused';
  readonly reason: string | null;
}

async function decide(
  ctx: Ctx<Reviewer>,
  { clinicId, changeId }: Which,
  verdict: Verdict,
  apply: (tx: TxCtx<Reviewer>, row: ClinicRow, change: ChangeRow) => Promise<void>,
): Promise<void> {
  await transaction(ctx, async (tx) => {
    const row = await lockClinic(tx, clinicId);
    const { id } = pointChange;
    const [change] = await tx.db
      .select()
      .from(pointChange)
      .where(and(eq(id, changeId), eq(pointChange.clinicId, clinicId)));
    if (!change) throw new AppError('not_found');
    if (change.state !== 'waiting') throw new AppError('event_refused');
    const at = await now(tx);
    const decidedBy = tx.actor.kind === 'staff' ? tx.actor.id : null;
    await tx.db
      .update(pointChange)
      .set({ ...verdict, decidedAt: at, decidedBy })
      .where(eq(id, changeId));
    await apply(tx, row, change);
    await tell(tx, change, { ...verdict, at });
    await noteChecks(tx, clinicId);
  });
}

async function tell(
  tx: TxCtx<Reviewer>,
  { id: changeId, clinicId, point }: ChangeRow,
  { state, reason, at }: Verdict & { readonly at: Date },
): Promise<void> {
  const kind = `change-${state}` as const;
  const facts = { fields: point, ...(reason ? { reason } : {}) };
  await addActivity(tx, { clinicId, kind, at, actor: actorRef(tx.actor), facts });
  await publish(tx, verificationFacts[`clinic-onboarding.${kind}`], { clinicId, changeId });
  await audit(tx, {
    action: `clinic-onboarding.${kind}`,
    object: { type: 'clinic', id: clinicId },
    facts: { changeId, point },
    reason: reason ?? undefined,
  });
}
