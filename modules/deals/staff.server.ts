import { addToReputation } from './projection.server';
import { and, asc, eq, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { audit, withTransaction, publish, publishLive } from '#engine';
import { sqlNow } from '#platform/time/clock';
import { requireRow } from '#platform/lists/find-row';
import { instantsOf, pick } from '#platform/base/fields';
import type { CtxOf, TxCtx } from '#platform/context';
import { AppError } from '#platform/base/errors';
import { newId } from '#platform/base/ids';
import type { Page, RequestOf } from '#platform/lists/list';
import {
  choose,
  chooseIds,
  findPage,
  idIn,
  type Listing,
  type Narrowing,
} from '#platform/lists/list-page';
import { type Queue, homeQueue } from '#platform/lists/queue-figures';
import { partiesOf, notifyPages } from './commands.server';
import {
  confirmationsOf,
  type DealRow,
  type ReviewRow,
  teamMessagesOf,
  timesOf,
} from './queries.server';
import {
  type DealDetailRecord,
  type dealList,
  type DealRecord,
  type ReviewDetailRecord,
  reviewEvents,
  type reviewList,
  type ReviewRecord,
  teamEvents,
} from './schemas';
import { deal, report, review, teamMessage } from './tables.server';
import { type RemovalReason, dealChanged } from './values';

type DealRequest = RequestOf<typeof dealList>;

/** A record but for what other modules know. */
type ListedDeal = Omit<DealRecord, 'clinicName' | 'clinicCity'>;
type DealDetail = Omit<DealDetailRecord, 'clinicName' | 'clinicCity'>;

const dealListing: Listing<DealRequest['sort']['field']> = {
  table: deal,
  id: deal.id,
  own: deal.createdAt,
  columns: { createdAt: deal.createdAt, status: deal.status },
  partitions: [
    { column: deal.offerId, chosen: 'few' },
    { column: deal.patientId, chosen: 'few' },
    { column: deal.clinicId, chosen: 'few' },
    { column: deal.status },
  ],
};

/** Waits for a person. In the words of the indexes. */
const waits = or(sql`${deal.phase} = 'disputed'`, isNotNull(deal.stillSince))!;

export const dealRows: Queue = { id: 'deals', table: deal, where: waits, first: deal.createdAt };

const dealNarrowing = ({
  filter: { id, status, queue, clinicId, patientId, q },
}: DealRequest): Narrowing => ({
  choices: [
    chooseIds(deal.id, id),
    chooseIds(deal.clinicId, clinicId),
    chooseIds(deal.patientId, patientId),
    choose(deal.status, status),
  ],
  either: idIn([deal.id, deal.offerId, deal.clinicId, deal.patientId], q),
  where: queue && waits,
});

/** A page of all deals as staff see them: nothing in the words of either side. */
export async function listDealsForStaff(
  ctx: CtxOf<'staff'>,
  request: DealRequest,
): Promise<Page<ListedDeal>> {
  return findPage(dealListing, request, dealNarrowing(request)).list(ctx, deal, (rows) =>
    rows.map(toListedDeal),
  );
}

/**
 * One deal as it stands, with what both sides say happened.
 *
 * @throws AppError `not_found`
 */
export async function dealForStaff(ctx: CtxOf<'staff'>, id: string): Promise<DealDetail> {
  const row = await requireRow(ctx, deal, id);
  const confirmed = await confirmationsOf(ctx, row.id);
  const times = await timesOf(ctx, row.id);
  const written = await teamMessagesOf(ctx, row.id);
  const listed = toListedDeal(row);
  const uphold = row.phase === 'disputed' && confirmed.length > 0;
  return {
    ...listed,
    allowedEvents: [...listed.allowedEvents, ...(uphold ? ['uphold'] : [])],
    denialReason: row.denialReason,
    cancelReason: row.cancelReason,
    confirmations: confirmed.map(({ dealId: _deal, at, ...said }) => ({
      ...said,
      at: at.toISOString(),
    })),
    times: times.map(({ id: timeId, from, startsAt, status }) => ({
      id: timeId,
      from,
      startsAt: startsAt.toISOString(),
      status,
    })),
    fromTeam: written.map(({ id: messageId, text, createdAt }) => ({
      id: messageId,
      text,
      createdAt: createdAt.toISOString(),
    })),
  };
}

/** As {@link dealForStaff}, for somebody who looks; logged before it is answered. @throws AppError `not_found` */
export async function readDealForStaff(ctx: CtxOf<'staff'>, id: string): Promise<DealDetail> {
  const found = await dealForStaff(ctx, id);
  const details = { status: found.status };
  await audit(ctx, { action: 'deals.deal-read', object: { type: 'deal', id }, details });
  return found;
}

/** Deals that wait for a person, the longest first; nobody was promised a time. */
export const dealQueue = (ctx: CtxOf<'staff'>) =>
  homeQueue(ctx, dealRows, { id: deal.id, label: deal.phase });

const instant = (date: Date | null): string | null => date?.toISOString() ?? null;

/** Staff may end what nobody was treated for yet. */
const over: readonly DealRow['phase'][] = ['treated', 'reviewed', 'cancelled'];

const toListedDeal = (row: DealRow): ListedDeal => ({
  ...pick(row, ['id', 'offerId', 'leadId', 'clinicId', 'patientId']),
  amountCents: row.sealedCents,
  currency: row.sealedCurrency,
  status: row.status,
  phase: row.phase,
  ...instantsOf(row, ['createdAt', 'scheduledFor', 'stillSince']),
  stillBecause: row.stillBecause,
  deniedAt: instant(row.deniedAt),
  deniedBy: row.deniedBy,
  cancelledAt: instant(row.cancelledAt),
  cancelledBy: row.cancelledBy,
  cancelCode: row.cancelCode,
  allowedEvents: over.includes(row.phase) ? ['write'] : ['write', 'cancel'],
});

interface Written {
  /** The deal's own id. */
  readonly id: string;
  /** For both sides; 1 to 1,000 characters. */
  readonly text: string;
}

/**
 * Staff write to both sides of a deal at once, however it stands. Both are notified that there is something to read, and read
 * it on the deal's page: the same words, so that neither reads anything else than the other.
 *
 * @throws AppError `not_found`
 */
export async function writeToBothSides(ctx: CtxOf<'staff'>, { id, text }: Written): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    const row = await requireRow(tx, deal, id);
    const { offerId, leadId, patientId, clinicId, status } = row;
    const messageId = newId();
    await tx.db.insert(teamMessage).values({
      ...{ id: messageId, dealId: id, staffId: ctx.actor.id, text, createdAt: sqlNow },
    });
    const object = { type: 'deal', id };
    await audit(tx, { action: 'deals.write-to-both', object, details: { messageId } });
    const parties = { offerId, leadId, patientId, clinicId };
    await publish(tx, teamEvents['deals.team-wrote'], { ...parties, messageId });
    const data = { offerId, leadId, status };
    await publishLive(tx, `patient:${patientId}`, { type: dealChanged, data });
    await publishLive(tx, `clinic:${clinicId}`, { type: dealChanged, data });
  });
}

type ReviewRequest = RequestOf<typeof reviewList>;

/** A record but for what other modules know. */
type ListedReview = Omit<ReviewRecord, 'clinicName'>;
type ReviewDetail = Omit<ReviewDetailRecord, 'clinicName'>;

const reviewListing: Listing<ReviewRequest['sort']['field']> = {
  table: review,
  id: review.id,
  own: review.createdAt,
  columns: { createdAt: review.createdAt },
  partitions: [
    { column: review.dealId, chosen: 'few' },
    { column: review.patientId, chosen: 'few' },
  ],
};

const isReported = isNotNull(review.reportedAt);

const reviewNarrowing = ({ filter: { id, reported, patientId, q } }: ReviewRequest): Narrowing => ({
  choices: [chooseIds(review.id, id), chooseIds(review.patientId, patientId)],
  either: idIn([review.id, review.dealId, review.patientId], q),
  where: reported && isReported,
});

/** A page of all reviews, those that were removed included. */
export async function listReviewsForStaff(
  ctx: CtxOf<'staff'>,
  request: ReviewRequest,
): Promise<Page<ListedReview>> {
  return findPage(reviewListing, request, reviewNarrowing(request)).list(ctx, review, (rows) =>
    rows.map(toListedReview),
  );
}

/** One review with why it was reported. @throws AppError `not_found` */
export async function reviewForStaff(ctx: CtxOf<'staff'>, id: string): Promise<ReviewDetail> {
  const row = await requireRow(ctx, review, id);
  const { side, reason, at } = report;
  const reports = await ctx.db
    .select({ side, reason, at })
    .from(report)
    .where(eq(report.reviewId, row.id))
    .orderBy(asc(at));
  return {
    ...toListedReview(row),
    reports: reports.map((each) => ({ ...each, at: each.at.toISOString() })),
  };
}

export const reviewRows: Queue = {
  id: 'reviews',
  table: review,
  where: isReported,
  first: review.reportedAt,
};

/** Reported reviews that nobody has looked at, oldest report first. */
export const reviewQueue = (ctx: CtxOf<'staff'>) =>
  homeQueue(ctx, reviewRows, { id: review.id, label: review.stars });

const toListedReview = (row: ReviewRow): ListedReview => ({
  ...pick(row, ['id', 'dealId', 'clinicId', 'patientId', 'stars', 'text', 'answer']),
  ...instantsOf(row, ['createdAt', 'answeredAt', 'reportedAt', 'removedAt']),
  removedBecause: row.removedBecause,
  answerRemovedBecause: row.answerRemovedBecause,
  allowedEvents: [
    ...(row.removedAt ? [] : ['remove']),
    ...(row.answer !== null && !row.removedAt ? ['remove-answer'] : []),
    ...(row.reportedAt ? ['keep'] : []),
  ],
});

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
export async function removeReview(ctx: CtxOf<'staff'>, { reviewId, because, reason }: Removal) {
  await withTransaction(ctx, async (tx) => {
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
export async function removeAnswer(ctx: CtxOf<'staff'>, { reviewId, because, reason }: Removal) {
  await withTransaction(ctx, async (tx) => {
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
export async function keepReview(
  ctx: CtxOf<'staff'>,
  { reviewId }: { reviewId: string },
): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    const before = await found(tx, reviewId);
    if (before.reportedAt === null) throw new AppError('event_refused');
    await tx.db.update(review).set({ reportedAt: null }).where(eq(review.id, reviewId));
    await audit(tx, { action: 'deals.keep-review', object: { type: 'review', id: reviewId } });
  });
}

async function found(tx: TxCtx, reviewId: string): Promise<ReviewRow> {
  return requireRow(tx, review, reviewId, { lock: 'update' });
}

async function noted(
  tx: TxCtx,
  row: ReviewRow,
  { action, because, reason }: { action: string; because: RemovalReason; reason: string },
): Promise<void> {
  const object = { type: 'review', id: row.id };
  await audit(tx, { action, object, details: { because }, reason });
  const parties = await partiesOf(tx, row);
  await publish(tx, reviewEvents['deals.review-removed'], { ...parties, because });
  await notifyPages(tx, parties);
}
