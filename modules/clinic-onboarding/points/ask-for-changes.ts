import { inArray } from 'drizzle-orm';
import type { ActorOf } from '#platform/actor';
import { actorRef } from '#platform/actor';
import { audit } from '#platform/audit';
import { now, sqlNow } from '#platform/clock';
import { transaction, type Ctx } from '#platform/context';
import { days } from '#platform/duration';
import { AppError } from '#platform/errors';
import { takePoint } from '#platform/rate-limit';
import { noteChecks } from '../note-checks.server';
import type { VerifiedPoints } from '../profile-fields';
import { addActivity } from '../repo.server';
import { pointChange } from '../tables.server';
import { pointsVersion } from '../versions.server';
import { stepsTo, type PointStep } from './points';
import { lockClinic, waitingChanges } from './repo.server';

/** Each is a piece of work for staff. */
const perDay = { name: 'clinic-onboarding.point-changes', limit: 20, window: days(1) };

/**
 * The acting, approved clinic wants its verified points to be others. Each that differs waits for its check under the old
 * value; another value takes the place of one that waits, the old one takes it back. Answers how many wait now.
 *
 * @throws AppError `event_refused` for a clinic that is not approved; `version_conflict` when points or changes are
 * others than those of the form; `too_many_requests`
 */
export async function askForChanges(
  ctx: Ctx<ActorOf<'clinic'>>,
  { version, ...wanted }: VerifiedPoints & { readonly version: string },
): Promise<{ waiting: number }> {
  const { id } = ctx.actor;
  return transaction(ctx, async (tx) => {
    const row = await lockClinic(tx, id);
    if (row.status !== 'approved') throw new AppError('event_refused');
    const waiting = await waitingChanges(tx, id);
    if (version !== pointsVersion(row, waiting)) throw new AppError('version_conflict');
    const steps = stepsTo(wanted, row, waiting);
    if (steps.length === 0) return { waiting: waiting.length };
    await takeTurn(tx, id);
    await replace(tx, steps);
    await ask(tx, id, steps);
    await tellHistory(tx, id, steps);
    await noteChecks(tx, id);
    return { waiting: (await waitingChanges(tx, id)).length };
  });
}

type ClinicTx = Parameters<Parameters<typeof transaction<ActorOf<'clinic'>, unknown>>[1]>[0];

async function takeTurn(tx: ClinicTx, clinicId: string): Promise<void> {
  const { allowed, retryAfterSeconds } = await takePoint(tx, perDay, clinicId);
  if (!allowed) throw new AppError('too_many_requests', { retryAfterSeconds });
}

async function replace(tx: ClinicTx, steps: readonly PointStep[]): Promise<void> {
  const ids = steps.flatMap(({ waiting }) => waiting?.id ?? []);
  if (ids.length > 0)
    await tx.db
      .update(pointChange)
      .set({ state: 'replaced', decidedAt: sqlNow })
      .where(inArray(pointChange.id, ids));
}

async function ask(tx: ClinicTx, clinicId: string, steps: readonly PointStep[]): Promise<void> {
  const asked = steps.filter(({ step }) => step === 'ask');
  if (asked.length > 0)
    await tx.db.insert(pointChange).values(
      asked.map(({ point, value }) => ({
        clinicId,
        point,
        value,
        state: 'waiting' as const,
        askedAt: sqlNow,
      })),
    );
}

async function tellHistory(tx: ClinicTx, clinicId: string, steps: readonly PointStep[]) {
  const kinds = { ask: 'change-asked', 'take-back': 'change-taken-back' } as const;
  const at = await now(tx);
  for (const step of ['ask', 'take-back'] as const) {
    const fields = steps.filter((one) => one.step === step).map(({ point }) => point);
    if (fields.length === 0) continue;
    const facts = { fields: fields.join(' ') };
    await addActivity(tx, { clinicId, kind: kinds[step], at, actor: actorRef(tx.actor), facts });
    await audit(tx, {
      action: `clinic-onboarding.${kinds[step]}`,
      object: { type: 'clinic', id: clinicId },
      facts,
    });
  }
}
