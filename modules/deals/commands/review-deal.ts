import { and, eq, isNull } from 'drizzle-orm';
import { maskText } from '#contracts/messaging';
import type { ActorOf } from '#platform/actor';
import { audit } from '#platform/audit';
import { sqlNow } from '#platform/clock';
import { transaction, type Ctx, type TxCtx } from '#platform/context';
import { AppError, isAppError } from '#platform/errors';
import { publish } from '#platform/events';
import { dispatch } from '#platform/flow';
import { newId } from '#platform/ids';
import { announce } from '#platform/live';
import { dealChanged } from '../contract';
import { dealFlow } from '../deal.flow.server';
import type { ReviewDto } from '../dto';
import { reviewFacts } from '../facts';
import { addToReputation } from '../reputation/kept-counts.server';
import { ownDeal, ownReview, reviewOfDeal, type PartyCtx, type ReviewRow } from '../repo.server';
import { deal, report, review } from '../tables.server';
import { toReview } from '../to-dto';

/** Words for everybody, without contact data, and which kinds of it were taken out. */
function publicWords(typed: string): { text: string; masked: string[] } {
  const { text, found: masked } = maskText(typed);
  return { text, masked };
}

/**
 * The acting patient reviews a treatment that both sides confirmed, once. It is public at once; contact data in it is
 * masked before it is stored.
 *
 * @throws AppError `not_found`; `not_treated`; `already_reviewed`
 */
export async function writeReview(
  ctx: Ctx<ActorOf<'patient'>>,
  { offerId, stars, text }: { offerId: string; stars: number; text: string },
): Promise<ReviewDto> {
  return transaction(ctx, async (tx) => {
    const { id: dealId, clinicId, patientId } = await ownDeal(tx, offerId);
    const reviewId = newId();
    await takeReview(tx, dealId, reviewId);
    const [row] = await tx.db
      .insert(review)
      .values({
        ...{ id: reviewId, dealId, clinicId, patientId, stars, createdAt: sqlNow },
        ...publicWords(text),
      })
      .returning();
    await addToReputation(tx, clinicId, { reviews: 1, stars });
    return toReview(row!);
  });
}

/** Open pages of both sides load the deal again. */
export async function tellPages(
  tx: TxCtx,
  { offerId, leadId, patientId, clinicId }: Awaited<ReturnType<typeof partiesOf>>,
): Promise<void> {
  const data = { offerId, leadId, status: 'reviewed' };
  await announce(tx, `patient:${patientId}`, { type: dealChanged, data });
  await announce(tx, `clinic:${clinicId}`, { type: dealChanged, data });
}

/** Whom a fact of a review names. */
export async function partiesOf(tx: TxCtx, { id: reviewId, dealId }: ReviewRow) {
  const [row] = await tx.db.select().from(deal).where(eq(deal.id, dealId));
  const { offerId, leadId, patientId, clinicId } = row!;
  return { offerId, leadId, patientId, clinicId, reviewId };
}

async function takeReview(tx: TxCtx, dealId: string, reviewId: string): Promise<void> {
  try {
    const event = { type: 'deals.review', reviewId } as const;
    await dispatch(tx, dealFlow, { id: dealId, event });
  } catch (error) {
    if (!isAppError(error) || error.code !== 'event_refused') throw error;
    throw new AppError((await reviewOfDeal(tx, dealId)) ? 'already_reviewed' : 'not_treated');
  }
}

/**
 * The acting clinic answers a review of it in public, once; contact data is masked as in the review.
 *
 * @throws AppError `not_found`, also for one that was removed; `already_answered`
 */
export async function answerReview(
  ctx: Ctx<ActorOf<'clinic'>>,
  { reviewId, text }: { reviewId: string; text: string },
): Promise<ReviewDto> {
  return transaction(ctx, async (tx) => {
    const { id } = await ownReview(tx, reviewId);
    const words = publicWords(text);
    const [row] = await tx.db
      .update(review)
      .set({ answer: words.text, answerMasked: words.masked, answeredAt: sqlNow })
      .where(and(eq(review.id, id), isNull(review.answeredAt), isNull(review.removedAt)))
      .returning();
    if (!row) throw new AppError('already_answered');
    await audit(tx, { action: 'deals.answer-review', object: { type: 'review', id } });
    const parties = await partiesOf(tx, row);
    await publish(tx, reviewFacts['deals.review-answered'], parties);
    await tellPages(tx, parties);
    return toReview(row);
  });
}

/**
 * One of the two sides asks staff to look at a review or its answer. Asking again changes nothing.
 *
 * @throws AppError `not_found`
 */
export async function reportReview(
  ctx: PartyCtx,
  { reviewId, reason }: { reviewId: string; reason: string },
): Promise<void> {
  await transaction(ctx, async (tx) => {
    const row = await ownReview(tx, reviewId);
    const side = ctx.actor.kind;
    const added = await tx.db
      .insert(report)
      .values({ reviewId: row.id, side, reason, at: sqlNow })
      .onConflictDoNothing()
      .returning({ side: report.side });
    if (added.length === 0) return;
    await tx.db
      .update(review)
      .set({ reportedAt: sqlNow })
      .where(and(eq(review.id, row.id), isNull(review.reportedAt)));
    const reported = { ...(await partiesOf(tx, row)), by: side };
    await publish(tx, reviewFacts['deals.review-reported'], reported);
    await announce(tx, 'staff', { type: 'staff.queue-changed', data: { queue: 'reviews' } });
  });
}
