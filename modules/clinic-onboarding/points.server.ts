import { and, asc, eq, inArray, isNotNull, isNull, notInArray } from 'drizzle-orm';
import { audit, publish, withTransaction } from '#engine';
import type { ActorOf } from '#platform/base/actor';
import { days } from '#platform/base/duration';
import { AppError } from '#platform/base/errors';
import { requireRow } from '#platform/lists/find-row';
import type { Ctx, CtxOf, TxCtx } from '#platform/context';
import { requireRateLimit } from '#platform/limits/rate-limit';
import { now, sqlNow } from '#platform/time/clock';
import { giveAddress } from './commands.server';
import type { VerifiedPoints } from './profile-schemas';
import { noteChecks } from './projection.server';
import { addActivity, type ClinicRow, type Reviewer } from './queries.server';
import { verificationEvents } from './schemas';
import { clinic, clinicPicture, clinicProfile, pointChange } from './tables.server';
import { type VerifiedPoint, verifiedPoints } from './values';
import { pointsVersion } from './verifications.server';

type Named = Pick<typeof clinic.$inferSelect, 'id' | 'doctorName'>;

/** Whom a clinic names: the doctor in charge first, then those of its profile. */
export async function doctorNames(ctx: Ctx, { id, doctorName }: Named): Promise<string[]> {
  const [row] = await ctx.db
    .select({ doctors: clinicProfile.doctors })
    .from(clinicProfile)
    .where(eq(clinicProfile.clinicId, id));
  return [doctorName, ...(row?.doctors ?? []).map(({ name }) => name)];
}

/**
 * Removes the pictures of doctors whom a clinic no longer names; their bytes go with the next sweep. The caller holds the
 * lock of the clinic's row, and what is waiting is counted after it.
 */
export async function removeFormerDoctors(tx: TxCtx, clinic: Named): Promise<void> {
  const { clinicId, doctorName, removedAt } = clinicPicture;
  await tx.db
    .update(clinicPicture)
    .set({ removedAt: sqlNow })
    .where(
      and(
        eq(clinicId, clinic.id),
        isNull(removedAt),
        isNotNull(doctorName),
        notInArray(doctorName, await doctorNames(tx, clinic)),
      ),
    );
}

type Value = string | readonly string[];

/** Whether two values of a point say the same; the order of specialties says nothing. */
const saysTheSame = (one: Value, other: Value): boolean =>
  Array.isArray(one) && Array.isArray(other)
    ? JSON.stringify([...one].sort()) === JSON.stringify([...other].sort())
    : one === other;

/** A change of one point that waits for its check. */
interface WaitingChange {
  readonly id: string;
  readonly point: VerifiedPoint;
  readonly value: string | string[];
}

/** What is to become of a point: asked for anew, taken back, or left as it is. */
interface PointStep {
  readonly point: VerifiedPoint;
  readonly value: string | string[];
  /** The change that waits for it now. */
  readonly waiting: WaitingChange | undefined;
  readonly step: 'ask' | 'take-back';
}

/** What a clinic that wants its points to be `wanted` asks for: points that are so, or asked for so, are left alone. */
const stepsTo = (
  wanted: VerifiedPoints,
  current: VerifiedPoints,
  waiting: readonly WaitingChange[],
): PointStep[] =>
  verifiedPoints.flatMap((point) => {
    const own = waiting.find((change) => change.point === point);
    const value = wanted[point];
    if (saysTheSame(value, own?.value ?? current[point])) return [];
    const step = saysTheSame(value, current[point]) ? 'take-back' : 'ask';
    return [{ point, value, waiting: own, step }];
  });

/** The points as the form shows them: what waits for its check in place of what holds. */
export const pointsAsked = (
  current: VerifiedPoints,
  waiting: readonly WaitingChange[],
): VerifiedPoints =>
  Object.fromEntries(
    verifiedPoints.map((point) => [
      point,
      waiting.find((change) => change.point === point)?.value ?? current[point],
    ]),
  ) as VerifiedPoints;

type ChangeRow = typeof pointChange.$inferSelect;

/** Changes of a clinic that wait for their check, oldest first; those of one form by their names. */
export const waitingChanges = (ctx: Ctx, clinicId: string): Promise<ChangeRow[]> =>
  ctx.db
    .select()
    .from(pointChange)
    .where(and(eq(pointChange.clinicId, clinicId), eq(pointChange.state, 'waiting')))
    .orderBy(asc(pointChange.askedAt), asc(pointChange.point));

/**
 * The row of a clinic, with the lock under which what was verified of it and what it asks for stays. Taken after the
 * flow's, and before those of changes and pictures; documents that point at it can be stored meanwhile.
 *
 * @throws AppError `not_found`, also for an impossible id
 */
export async function lockClinic(ctx: TxCtx, clinicId: string): Promise<ClinicRow> {
  return requireRow(ctx, clinic, clinicId, { lock: 'no key update' });
}

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
  ctx: CtxOf<'clinic'>,
  { version, ...wanted }: VerifiedPoints & { readonly version: string },
): Promise<{ waiting: number }> {
  const { id } = ctx.actor;
  return withTransaction(ctx, async (tx) => {
    const row = await lockClinic(tx, id);
    if (row.status !== 'approved') throw new AppError('event_refused');
    const waiting = await waitingChanges(tx, id);
    if (version !== pointsVersion(row, waiting)) throw new AppError('version_conflict');
    const steps = stepsTo(wanted, row, waiting);
    if (steps.length === 0) return { waiting: waiting.length };
    await requireRateLimit(tx, perDay, id);
    await replace(tx, steps);
    await ask(tx, id, steps);
    await recordHistory(tx, id, steps);
    await noteChecks(tx, id);
    return { waiting: (await waitingChanges(tx, id)).length };
  });
}

type ClinicTx = Parameters<Parameters<typeof withTransaction<ActorOf<'clinic'>, unknown>>[1]>[0];

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

async function recordHistory(tx: ClinicTx, clinicId: string, steps: readonly PointStep[]) {
  const kinds = { ask: 'change-asked', 'take-back': 'change-taken-back' } as const;
  const at = await now(tx);
  for (const step of ['ask', 'take-back'] as const) {
    const fields = steps.filter((one) => one.step === step).map(({ point }) => point);
    if (fields.length === 0) continue;
    const details = { fields: fields.join(' ') };
    await addActivity(tx, { clinicId, kind: kinds[step], at, facts: details });
    await audit(tx, {
      action: `clinic-onboarding.${kinds[step]}`,
      object: { type: 'clinic', id: clinicId },
      details,
    });
  }
}

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
  await withTransaction(ctx, async (tx) => {
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
    await recordVerdict(tx, change, { ...verdict, at });
    await noteChecks(tx, clinicId);
  });
}

async function recordVerdict(
  tx: TxCtx<Reviewer>,
  { id: changeId, clinicId, point }: ChangeRow,
  { state, reason, at }: Verdict & { readonly at: Date },
): Promise<void> {
  const kind = `change-${state}` as const;
  const details = { fields: point, ...(reason ? { reason } : {}) };
  await addActivity(tx, { clinicId, kind, at, facts: details });
  await publish(tx, verificationEvents[`clinic-onboarding.${kind}`], { clinicId, changeId });
  await audit(tx, {
    action: `clinic-onboarding.${kind}`,
    object: { type: 'clinic', id: clinicId },
    details: { changeId, point },
    reason: reason ?? undefined,
  });
}
