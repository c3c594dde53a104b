import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm';
import { factsAmong, type FactName } from '#contracts/consultation';
import type { ActorOf } from '#platform/actor';
import { sqlNow } from '#platform/clock';
import type { Ctx, TxCtx } from '#platform/context';
import type { Duration } from '#platform/duration';
import { inSeconds } from '#platform/duration';
import { isAmong } from '#platform/list-query';
import { activeStatuses } from '../status';
import { lead } from '../tables.server';

/** What clinics may find a published request by, and what its card says. */
export interface PresentLead extends Pick<
  typeof lead.$inferSelect,
  'id' | 'patientId' | FactName | 'widened' | 'offersCount'
> {
  /** How many. */
  readonly photos: number;
  readonly publishedAt: Date;
}

// Written out: the indexes of published requests are asked for by these words.
const published = sql`${lead.status} in ('reviewed', 'offers_received')`;

/**
 * Those of these requests that are published now. With `lock`, all of them stay as they are until the transaction
 * ends, and what was changed just before is seen.
 */
export async function presentLeads(
  ctx: Ctx,
  { ids, lock }: { ids: readonly string[]; lock: boolean },
): Promise<PresentLead[]> {
  const all = ctx.db
    .select({ ...shown, status: lead.status })
    .from(lead)
    .where(isAmong(lead.id, ids))
    .orderBy(asc(lead.id));
  // Judged after the lock: whoever held it may have ended the request.
  const rows = await (lock ? all.for('no key update') : all);
  return rows.flatMap(({ status, publishedAt, ...row }) =>
    (status === 'reviewed' || status === 'offers_received') && publishedAt
      ? [{ ...row, publishedAt }]
      : [],
  );
}

const shown = {
  id: lead.id,
  patientId: lead.patientId,
  ...factsAmong(lead),
  photos: sql<number>`cardinality(${lead.photos})`,
  widened: lead.widened,
  publishedAt: lead.publishedAt,
  offersCount: lead.offersCount,
};

/** The next published requests after an id (null: from the first), by their ids. */
export async function publishedIdsAfter(
  ctx: Ctx,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const rows = await ctx.db
    .select({ id: lead.id })
    .from(lead)
    .where(and(published, after === null ? undefined : gt(lead.id, after)))
    .orderBy(asc(lead.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Requests that were published within the last `length` and still are, oldest first. */
export async function publishedIdsSince(ctx: Ctx, length: Duration): Promise<string[]> {
  const rows = await ctx.db
    .select({ id: lead.id })
    .from(lead)
    .where(
      and(
        published,
        gt(lead.publishedAt, sql`${sqlNow} - make_interval(secs => ${inSeconds(length)})`),
      ),
    )
    .orderBy(asc(lead.publishedAt), asc(lead.id));
  return rows.map(({ id }) => id);
}

/** The ids of the acting patient's requests that are not over; they stay as they are until the transaction ends. */
export async function lockOpenLeads(ctx: TxCtx<ActorOf<'patient'>>): Promise<string[]> {
  const rows = await ctx.db
    .select({ id: lead.id })
    .from(lead)
    .where(and(eq(lead.patientId, ctx.actor.id), inArray(lead.status, activeStatuses)))
    .orderBy(asc(lead.id))
    .for('no key update');
  return rows.map(({ id }) => id);
}
