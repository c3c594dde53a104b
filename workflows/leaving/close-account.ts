import { leavingEvents } from '#contracts/leaving';
import { viewersOf } from '#modules/consultation';
import { dealsAheadOf } from '#modules/deals';
import { closeAccount, requireFreshFactor } from '#modules/identity';
import { leadIdsOf } from '#modules/leads';
import { beginErasure, heldSince, recordErasure } from '#modules/leaving';
import { offersOfPerson } from '#modules/offers';
import type { Side } from '#platform/base/actor';
import { audit, withTransaction, publish } from '#engine';
import type { CtxOf, TxCtx } from '#platform/context';
import { AppError } from '#platform/base/errors';
import type { Person } from '#platform/privacy/person-data';
import { endOpen } from './end-open';

/**
 * Closes the acting person's account for good: what is open ends, every session with it, and the erasure begins. It
 * happens once, however often it is asked for at once.
 *
 * @throws AppError `step_up`; `unauthenticated` when it is closed already; `treatments_ahead`
 */
export async function closeOwnAccount(ctx: CtxOf<Side>): Promise<void> {
  await requireFreshFactor(ctx);
  const person = { kind: ctx.actor.kind, id: ctx.actor.id };
  const phone = await withTransaction(ctx, async (tx) => {
    await endOpen(tx, person);
    if (person.kind === 'clinic') await refuseWithTreatments(tx, person.id);
    else await notifyClinics(tx, person.id);
    const detached = await closeAccount(tx, person);
    await beginErasure(tx, person);
    await audit(tx, {
      action: 'leaving.close-account',
      object: { type: person.kind, id: person.id },
    });
    return detached.phone;
  });
  await recordAtOnce(ctx, person);
  await ctx.services.ports.sms.forget?.(phone);
}

/** A restore erases the account from now on. The erasure, which begins in a minute, does not go on without the entry. */
async function recordAtOnce(ctx: CtxOf<Side>, person: Person): Promise<void> {
  try {
    if (!(await heldSince(ctx, person))) await recordErasure(ctx.services.env, person, 'closing');
  } catch (error) {
    ctx.log.warn({ err: error }, 'leaving.erasure-not-listed');
  }
}

/** Under the lock of the clinic's row: nobody accepts an offer of it meanwhile that would not be seen. */
async function refuseWithTreatments(tx: TxCtx, clinicId: string): Promise<void> {
  const ahead = await dealsAheadOf(tx, { clinicId });
  if (ahead > 0) throw new AppError('treatments_ahead', { values: { ahead } });
}

/** Whoever had a request before them learns that it is gone (GDPR 19). */
async function notifyClinics(tx: TxCtx, patientId: string): Promise<void> {
  const leadIds = await leadIdsOf(tx, { patientId });
  if (leadIds.length === 0) return;
  const had = [
    ...(await offersOfPerson(tx, { kind: 'patient', id: patientId })),
    ...(await viewersOf(tx, leadIds)),
  ];
  const pairs = new Map(had.map((one) => [`${one.leadId} ${one.clinicId}`, one]));
  for (const { leadId, clinicId } of pairs.values())
    await publish(tx, leavingEvents['leaving.request-erased'], { leadId, clinicId });
}
