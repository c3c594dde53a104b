import { and, eq, isNull } from 'drizzle-orm';
import type { ActorOf } from '#platform/actor';
import { audit } from '#platform/audit';
import { sqlNow } from '#platform/clock';
import { transaction, type Ctx, type TxCtx } from '#platform/context';
import { AppError } from '#platform/errors';
import { publish } from '#platform/events';
import { isId } from '#platform/ids';
import { reviewFacts } from '../facts';
import { addToReputation } from '../reputation/kept-counts.server';
import type { ReviewRow } from '../repo.server';
import type { RemovalReason } from '../status';
import { review } from '../tables.server';
import { partiesOf, tellPages } from './review-deal';

type Reviewer = Ctx<ActorOf<'staff'>>;
interface Removal {
  readonly reviewId: string;
  /** One of the five, and nothing else. */
  readonly because: RemovalReason;
  /** What exactly, for the log. */
  readonly reason: string;
}

/**
 * Staff take a review away for one of the listed reasons: it is shown nowhere and counts nowhere any more. Its patient
 * learns the reason.
 *
 * @throws AppError `not_found`; `event_refused` when it is gone already
 */
export async function removeReview(ctx: Reviewer, { reviewId, because, reason }: Removal) {
  await transaction(ctx, async (tx) => {
    await found(tx, reviewId);
    const [row] = await tx.db
      .update(review)
      .set({ removedAt: sqlNow, removedBecause: because, reportedAt: null })
      .where(and(eq(review.id, reviewId), isNull(review.removedAt)))
      .returning();
    if (!row) throw new AppError('event_refused');
    await noted(tx, row, { action: 'deals.remove-review', because, reason });
    await addToReputation(tx, row.clinicId, { reviews: -1, stars: -row.stars });
  });
}

/**
 * Staff take the clinic's answer away, for the same reasons; the review stays.
 *
 * @throws AppError `not_found`; `event_refused` when there is none
 */
export async function removeAnswer(ctx: Reviewer, { reviewId, because, reason }: Removal) {
  await transaction(ctx, async (tx) => {
    const before = await found(tx, reviewId);
    if (before.answer === null || before.removedAt) throw new AppError('event_refused');
    const [row] = await tx.db
      .update(review)
      .set({ answer: null, answerRemovedBecause: because, reportedAt: null })
      .where(and(eq(review.id, reviewId), isNull(review.answerRemovedBecause)))
      .returning();
    if (!row) throw new AppError('event_refused');
    await noted(tx, row, { action: 'deals.remove-answer', because, reason });
  });
}

/**
 * Staff have looked at a reported review and leave it as it is.
 *
 * @throws AppError `not_found`; `event_refused` when nobody has reported it
 */
export async function keepReview(ctx: Reviewer, { reviewId }: { reviewId: string }): Promise<void> {
  await transaction(ctx, async (tx) => {
    const before = await found(tx, reviewId);
    if (before.reportedAt === null) throw new AppError('event_refused');
    await tx.db.update(review).set({ reportedAt: null }).where(eq(review.id, reviewId));
    await audit(tx, { action: 'deals.keep-review', object: { type: 'review', id: reviewId } });
  });
}

async function found(tx: TxCtx, reviewId: string): Promise<ReviewRow> {
  const [row] = isId(reviewId)
    ? await tx.db.select().from(review).where(eq(review.id, reviewId)).for('update')
    : [];
  if (!row) throw new AppError('not_found');
  return row;
}

async function noted(
  tx: TxCtx,
  row: ReviewRow,
  { action, because, reason }: { action: string; because: RemovalReason; reason: string },
): Promise<void> {
  const object = { type: 'review', id: row.id };
  await audit(tx, { action, object, facts: { because }, reason });
  const parties = await partiesOf(tx, row);
  await publish(tx, reviewFacts['deals.review-removed'], { ...parties, because });
  await tellPages(tx, parties);
}
