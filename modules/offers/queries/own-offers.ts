import { and, desc, eq, getTableColumns, lt, sql } from 'drizzle-orm';
import type { ActorOf } from '#platform/actor';
import type { Ctx } from '#platform/context';
import { isId } from '#platform/ids';
import { isAmong } from '#platform/list-query';
import { offer, revision } from '../tables.server';
import {
  isOwn,
  ownOffer,
  selectOffers,
  type Offer,
  type Party,
  type RevisionRow,
} from '../repo.server';

/** What still counts comes first. */
const standing = sql`${offer.status} not in ('pending', 'negotiating', 'accepted')`;

/** More than the largest cap, and some that are over. */
const mostOfLead = 70;

/**
 * Offers for a request of the acting patient with what they say now: those that stand first, each part newest first;
 * of those that are over the newest. Empty for a request of somebody else.
 */
export async function offersOfLead(
  ctx: Ctx<ActorOf<'patient'>>,
  { leadId }: { leadId: string },
): Promise<Offer[]> {
  if (!isId(leadId)) return [];
  return selectOffers(ctx)
    .where(and(eq(offer.leadId, leadId), isOwn(ctx)))
    .orderBy(standing, desc(offer.createdAt), desc(offer.id))
    .limit(mostOfLead);
}

/** What these offers said before their last revision, by offer; nothing for those that were never revised. */
export async function previousRevisions(
  ctx: Ctx<ActorOf<'patient'>>,
  offers: ReadonlyArray<Pick<Offer, 'id' | 'revision'>>,
): Promise<ReadonlyMap<string, RevisionRow>> {
  const revised = offers.filter((one) => one.revision > 1).map(({ id }) => id);
  if (revised.length === 0) return new Map();
  const rows = await ctx.db
    .select(getTableColumns(revision))
    .from(revision)
    .innerJoin(
      offer,
      and(eq(offer.id, revision.offerId), eq(revision.revision, sql`${offer.revision} - 1`)),
    )
    .where(and(isAmong(offer.id, revised), isOwn(ctx)));
  return new Map(rows.map((row) => [row.offerId, row]));
}

const mostRevisions = 20;

/**
 * One offer of the acting patient or clinic with what it said before, newest first, so that what changed can be shown.
 *
 * @throws AppError `not_found`
 */
export async function readOffer(
  ctx: Ctx<Party>,
  { offerId }: { offerId: string },
): Promise<Offer & { earlier: RevisionRow[] }> {
  const found = await ownOffer(ctx, offerId);
  const earlier =
    found.revision === 1
      ? []
      : await ctx.db
          .select(getTableColumns(revision))
          .from(revision)
          .where(and(eq(revision.offerId, found.id), lt(revision.revision, found.revision)))
          .orderBy(desc(revision.revision))
          .limit(mostRevisions);
  return { ...found, earlier };
}

/** The acting clinic's offer for a request: the one that stands, else the last one; null without any. */
export async function ownOfferFor(
  ctx: Ctx<ActorOf<'clinic'>>,
  { leadId }: { leadId: string },
): Promise<Offer | null> {
  if (!isId(leadId)) return null;
  const [row] = await selectOffers(ctx)
    .where(and(eq(offer.leadId, leadId), isOwn(ctx)))
    .orderBy(standing, desc(offer.createdAt), desc(offer.id))
    .limit(1);
  return row ?? null;
}
