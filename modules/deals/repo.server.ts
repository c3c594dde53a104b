import { and, desc, eq, getTableColumns, isNull } from 'drizzle-orm';
import type { ActorOf } from '#platform/actor';
import { sqlNow } from '#platform/clock';
import type { Ctx } from '#platform/context';
import { AppError } from '#platform/errors';
import { isId } from '#platform/ids';
import type { AcceptedPrice } from './price';
import { confirmation, deal, review, teamMessage, time } from './tables.server';

export type DealRow = typeof deal.$inferSelect;
/** What the patient of a deal accepted. */
export const acceptedPriceOf = ({
  sealedCents,
  sealedCurrency,
  acceptedCents,
}: Pick<DealRow, 'sealedCents' | 'sealedCurrency' | 'acceptedCents'>): AcceptedPrice => ({
  sealed: { amountCents: sealedCents, currency: sealedCurrency },
  totalCents: acceptedCents ?? sealedCents,
});

export type ReviewRow = typeof review.$inferSelect;
export type Party = ActorOf<'patient'> | ActorOf<'clinic'>;
export type PartyCtx = Ctx<Party>;

/** Of a deal: its patient, and its clinic as long as it is approved. */
export const dealsOf = ({ actor }: PartyCtx) =>
  actor.kind === 'patient' ? eq(deal.patientId, actor.id) : eq(deal.clinicId, actor.id);
const reviewsOf = ({ actor }: PartyCtx) =>
  actor.kind === 'patient' ? eq(review.patientId, actor.id) : eq(review.clinicId, actor.id);
/** A clinic looks as long as it is approved. */
export const mayLook = ({ actor }: PartyCtx): boolean => actor.kind === 'patient' || actor.approved;

/**
 * A deal of the acting side, by its offer's id, and the time by which it is read.
 *
 * @throws AppError `not_found`, the same for somebody else's, a missing and an impossible id
 */
export async function ownDeal(ctx: PartyCtx, offerId: string): Promise<DealRow & { now: Date }> {
  const [row] =
    isId(offerId) && mayLook(ctx)
      ? await ctx.db
          .select({ ...getTableColumns(deal), now: sqlNow.mapWith(deal.createdAt) })
          .from(deal)
          .where(and(eq(deal.offerId, offerId), dealsOf(ctx)))
      : [];
  if (!row) throw new AppError('not_found');
  return row;
}

/** As {@link ownDeal}, with the review of it. @throws AppError `not_found` */
export async function ownDealWithReview(ctx: PartyCtx, offerId: string) {
  const [row] =
    isId(offerId) && mayLook(ctx)
      ? await ctx.db
          .select({ deal, review, now: sqlNow.mapWith(deal.createdAt) })
          .from(deal)
          .leftJoin(review, eq(review.dealId, deal.id))
          .where(and(eq(deal.offerId, offerId), dealsOf(ctx)))
      : [];
  if (!row) throw new AppError('not_found');
  return row;
}

/** @throws AppError `not_found` as above, and for a review that was removed */
export async function ownReview(ctx: PartyCtx, id: string): Promise<ReviewRow> {
  const [row] =
    isId(id) && mayLook(ctx)
      ? await ctx.db
          .select()
          .from(review)
          .where(and(eq(review.id, id), reviewsOf(ctx), isNull(review.removedAt)))
      : [];
  if (!row) throw new AppError('not_found');
  return row;
}

/** The latest proposals of a deal, newest first. */
export const timesOf = (ctx: Ctx, dealId: string) =>
  ctx.db
    .select()
    .from(time)
    .where(eq(time.dealId, dealId))
    .orderBy(desc(time.createdAt), desc(time.id))
    .limit(20);

/** The latest messages of staff to both sides, newest first. */
export const teamMessagesOf = (ctx: Ctx, dealId: string) =>
  ctx.db
    .select()
    .from(teamMessage)
    .where(eq(teamMessage.dealId, dealId))
    .orderBy(desc(teamMessage.createdAt), desc(teamMessage.id))
    .limit(20);

export async function isTimeOf(
  ctx: Ctx,
  { dealId, timeId }: { dealId: string; timeId: string },
): Promise<boolean> {
  if (!isId(timeId)) return false;
  const rows = await ctx.db
    .select({ id: time.id })
    .from(time)
    .where(and(eq(time.id, timeId), eq(time.dealId, dealId)));
  return rows.length > 0;
}

export const confirmationsOf = (ctx: Ctx, dealId: string) =>
  ctx.db.select().from(confirmation).where(eq(confirmation.dealId, dealId));

export async function reviewOfDeal(ctx: Ctx, dealId: string): Promise<ReviewRow | null> {
  const [row] = await ctx.db.select().from(review).where(eq(review.dealId, dealId));
  return row ?? null;
}
