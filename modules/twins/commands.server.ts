import { and, eq, lt, or, sql } from 'drizzle-orm';
import { audit, withTransaction } from '#engine';
import { AppError } from '#platform/base/errors';
import type { Ctx, CtxOf, TxCtx } from '#platform/context';
import { requireRow } from '#platform/lists/find-row';
import { deleteInSteps } from '#platform/privacy/person-data';
import { sqlNow } from '#platform/time/clock';
import { notifyTeam } from './marks.server';
import { branch, fill, finding, goneMark, mark } from './tables.server';
import { goneMonths } from './values';

interface Decided {
  readonly findingId: string;
  /** For the review team; no clinic reads it. */
  readonly reason: string;
}

/** The finding, with the lock under which it is decided. @throws AppError `not_found`, `event_refused` */
async function lockOpen(tx: TxCtx, findingId: string) {
  const row = await requireRow(tx, finding, findingId, { lock: 'update' });
  if (row.state !== 'open') throw new AppError('event_refused');
  return row;
}

const decision = (tx: TxCtx, { reason }: Pick<Decided, 'reason'>) => ({
  decidedAt: sqlNow,
  decidedBy: tx.actor.kind === 'staff' ? tx.actor.id : null,
  reason,
});

/**
 * Says why two share something that is no fraud. Once: whoever comes second reads what was decided.
 *
 * @throws AppError `not_found`; `event_refused` when it was decided before
 */
export const explainFinding = (
  ctx: CtxOf<'staff'>,
  { findingId, reason }: Decided,
): Promise<void> =>
  withTransaction(ctx, async (tx) => {
    const { id, kind, clinicId } = await lockOpen(tx, findingId);
    await tx.db
      .update(finding)
      .set({ state: 'explained', ...decision(tx, { reason }) })
      .where(eq(finding.id, id));
    await audit(tx, {
      action: 'twins.explain',
      object: { type: 'clinic', id: clinicId },
      details: { findingId: id, kind },
      reason,
    });
    await notifyTeam(tx);
  });

/**
 * Allows two clinics as branches of one company: their open findings are decided by it, and nothing is found of the pair
 * again.
 *
 * @throws AppError `not_found`; `event_refused` when it was decided before, and of what is not between two clinics
 */
export const allowBranch = (ctx: CtxOf<'staff'>, { findingId, reason }: Decided): Promise<void> =>
  withTransaction(ctx, async (tx) => {
    const { clinicId, otherKind, otherId } = await requireRow(tx, finding, findingId);
    if (otherKind !== 'clinic') throw new AppError('event_refused');
    const openOfPair = and(
      eq(finding.clinicId, clinicId),
      eq(finding.otherId, otherId),
      eq(finding.state, 'open'),
    );
    // All of the pair in one order: whoever decides about another finding of it waits, and does not lock against this.
    const open = await tx.db
      .select({ id: finding.id })
      .from(finding)
      .where(openOfPair)
      .orderBy(finding.id)
      .for('update');
    if (!open.some(({ id }) => id === findingId)) throw new AppError('event_refused');
    await tx.db
      .insert(branch)
      .values({ clinicId, otherId, at: sqlNow, by: tx.actor.id })
      .onConflictDoNothing();
    await tx.db
      .update(finding)
      .set({ state: 'branch', ...decision(tx, { reason }) })
      .where(openOfPair);
    await audit(tx, {
      action: 'twins.allow-branch',
      object: { type: 'clinic', id: clinicId },
      details: { findingId, otherId },
      reason,
    });
    await notifyTeam(tx);
  });

/**
 * Within the transaction that approves a clinic: every finding about it has its reason.
 *
 * @throws AppError `event_refused`, for the reason `twins`, with how many are open
 */
export async function requireExplained(
  tx: TxCtx,
  { clinicId }: { clinicId: string },
): Promise<void> {
  const rows = await tx.db
    .select({ id: finding.id })
    .from(finding)
    .where(
      and(
        or(eq(finding.clinicId, clinicId), eq(finding.otherId, clinicId)),
        eq(finding.state, 'open'),
      ),
    )
    .limit(100);
  if (rows.length > 0)
    throw new AppError('event_refused', { reason: 'twins', values: { count: rows.length } });
}

/** Marks and findings of the photos of these requests go with the photos; returns how many rows went. */
export async function forgetPhotosOf(ctx: Ctx, leadIds: readonly string[]): Promise<number> {
  if (leadIds.length === 0) return 0;
  const ofLeads = sql`lead_id = any(${sql.param([...leadIds])}::uuid[])`;
  const found = await deleteInSteps(
    ctx,
    finding,
    sql`other_kind = 'patient' and other_source_id in (select source_id from ${mark} where ${ofLeads})`,
  );
  return found + (await deleteInSteps(ctx, mark, ofLeads));
}

/** Keyed hashes of clinics that left go after 24 months, and with them what was found by them; returns how many rows went. */
export async function forgetGone(ctx: Ctx): Promise<number> {
  const over = lt(
    goneMark.leftAt,
    sql`platform.now() - make_interval(days => ${(goneMonths / 12) * 365})`,
  );
  const gone = await deleteInSteps(ctx, goneMark, over);
  if (gone === 0) return 0;
  const unknown = sql`other_kind = 'gone' and not exists (
    select from ${goneMark} g where g.gone_id = ${finding.otherId})`;
  return gone + (await deleteInSteps(ctx, finding, unknown));
}

type Source = (typeof fill.$inferSelect)['source'];

/** The row after which the job goes on that makes marks of what is there already; null: it has been through all of them. */
export async function filledUntil(
  ctx: Ctx,
  source: Source,
): Promise<{ after: string | null } | null> {
  const [row] = await ctx.db.select().from(fill).where(eq(fill.source, source));
  if (row?.done) return null;
  return { after: row?.after ?? null };
}

/** Notes how far the job has come; a row that is not an id means that it is through. */
export async function noteFilled(ctx: Ctx, source: Source, after: string | null): Promise<void> {
  const row = after === null ? { done: true } : { after };
  await ctx.db
    .insert(fill)
    .values({ source, ...row })
    .onConflictDoUpdate({ target: fill.source, set: row });
}
