import { and, eq, getTableColumns, sql, type SQL } from 'drizzle-orm';
import type { Actor, ActorOf } from '#platform/actor';
import { sqlNow } from '#platform/clock';
import type { Ctx, TxCtx } from '#platform/context';
import { AppError } from '#platform/errors';
import { isId } from '#platform/ids';
import { liveStatuses } from './status';
import { offer, readingEnd, revision } from './tables.server';

export type Party = ActorOf<'patient'> | ActorOf<'clinic'>;
export type OfferRow = typeof offer.$inferSelect;
export type RevisionRow = typeof revision.$inferSelect;

/** An offer with what it says now. */
export interface Offer extends OfferRow {
  /** Its clinic reads nothing of the patient any more, and nobody writes. */
  readonly isClosed: boolean;
  readonly content: RevisionRow;
}

/** In the words of the indexes. */
export const isLiveRow = sql`${offer.status} in ('${sql.raw(liveStatuses.join("', '"))}')`;

/** Those of the acting person: the patient's own requests', the clinic's own. */
export const isOwn = ({ actor }: Ctx<Party>): SQL =>
  actor.kind === 'patient' ? eq(offer.patientId, actor.id) : eq(offer.clinicId, actor.id);

/** By the database's time, at each reading: no job has to run for an end to take effect. */
export const isOver = sql`${readingEnd.until} <= ${sqlNow}`;
export const isClosedRow = sql<boolean>`exists (select from ${readingEnd}
  where ${readingEnd.offerId} = offers.offer.id and ${isOver})`;

/** The columns of an offer and of its current revision, and where both are found. */
export const selectOffers = ({ db }: Pick<Ctx, 'db'>) =>
  db
    .select({
      ...getTableColumns(offer),
      isClosed: isClosedRow,
      content: getTableColumns(revision),
    })
    .from(offer)
    .innerJoin(revision, and(eq(revision.offerId, offer.id), eq(revision.revision, offer.revision)))
    .$dynamic();

/** @throws AppError `not_found`, the same for somebody else's, a missing and an impossible id. */
export async function ownOffer(ctx: Ctx<Party>, id: string): Promise<Offer> {
  const [row] = isId(id) ? await selectOffers(ctx).where(and(eq(offer.id, id), isOwn(ctx))) : [];
  if (!row) throw new AppError('not_found');
  return row;
}

/** Why an offer takes no event any more: it ran out, also where its clock has not rung yet, or it is decided. */
export async function whyClosed(ctx: Ctx, id: string): Promise<AppError> {
  const [row] = await ctx.db
    .select({
      status: offer.status,
      late: sql<boolean>`${offer.endedAt} is null and ${offer.expiresAt} <= ${sqlNow}`,
    })
    .from(offer)
    .where(eq(offer.id, id));
  const expired = row?.status === 'expired' || row?.late;
  return new AppError(expired ? 'offer_expired' : 'already_decided');
}

/** Ids of the live offers of a request, in one order; whoever changes them holds its lock. */
export async function liveIdsOf(ctx: TxCtx<Actor>, leadId: string): Promise<string[]> {
  const rows = await ctx.db
    .select({ id: offer.id })
    .from(offer)
    .where(and(eq(offer.leadId, leadId), isLiveRow))
    .orderBy(offer.id);
  return rows.map(({ id }) => id);
}
