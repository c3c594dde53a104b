import { asc, eq, isNotNull } from 'drizzle-orm';
import type { ActorOf } from '#platform/actor';
import { audit } from '#platform/audit';
import type { HomeRecord } from '#platform/console-records';
import { transaction, type Ctx } from '#platform/context';
import { AppError } from '#platform/errors';
import { isId } from '#platform/ids';
import type { Page, RequestOf } from '#platform/list';
import { chooseIds, findPage, type Listing, type Narrowing } from '#platform/list-page';
import { queueFigures, type Queue } from '#platform/queue-figures';
import type { maskingReviewList } from '../console-lists';
import type { MaskingReviewDetailRecord, MaskingReviewRecord } from '../console-records';
import type { ReviewOutcome } from '../outcomes';
import { tellBoth, tellTeam } from '../repo.server';
import { conversation, maskingReview, message } from '../tables.server';

type Staff = Ctx<ActorOf<'staff'>>;
type Request = RequestOf<typeof maskingReviewList>;

const listing: Listing<Request['sort']['field']> = {
  table: maskingReview,
  id: maskingReview.id,
  own: maskingReview.askedAt,
  columns: { askedAt: maskingReview.askedAt },
  lanes: [],
};
const isWaiting = isNotNull(maskingReview.waitingSince);

const narrowing = ({ filter: { id, queue, q } }: Request): Narrowing => ({
  choices: [
    chooseIds(maskingReview.id, id),
    chooseIds(maskingReview.id, q === undefined ? undefined : [q]),
  ],
  where: queue && isWaiting,
});

const toListed = (row: typeof maskingReview.$inferSelect): MaskingReviewRecord => ({
  id: row.id,
  by: row.by,
  askedAt: row.askedAt.toISOString(),
  waitingSince: row.waitingSince?.toISOString() ?? null,
  outcome: row.outcome,
  allowedEvents: row.waitingSince ? ['release', 'keep'] : [],
});

/** A page of the messages whose senders asked for a review: nothing that was written, and no id of a person. */
export async function listMaskingReviews(
  ctx: Staff,
  request: Request,
): Promise<Page<MaskingReviewRecord>> {
  const page = findPage(listing, request, narrowing(request));
  const rows = await ctx.db
    .select({ row: maskingReview })
    .from(maskingReview)
    .innerJoin(page.keys, page.isOn)
    .orderBy(page.order);
  return page.answer(
    ctx,
    rows.map(({ row }) => toListed(row)),
  );
}

/** The one message that its sender released, until it is decided. @throws AppError `not_found` */
export async function maskingReviewForStaff(
  ctx: Staff,
  id: string,
): Promise<MaskingReviewDetailRecord> {
  const [found] = isId(id)
    ? await ctx.db
        .select({ row: maskingReview, text: message.text, masked: message.masked })
        .from(maskingReview)
        .innerJoin(message, eq(message.id, maskingReview.id))
        .where(eq(maskingReview.id, id))
    : [];
  if (!found) throw new AppError('not_found');
  const { row, text, masked } = found;
  return {
    ...toListed(row),
    words: row.waitingSince ? { written: text, shown: masked ?? text } : null,
  };
}

/** As {@link maskingReviewForStaff}, for a reader; logged before it is answered. @throws AppError `not_found` */
export async function readMaskingReview(
  ctx: Staff,
  id: string,
): Promise<MaskingReviewDetailRecord> {
  const found = await maskingReviewForStaff(ctx, id);
  await audit(ctx, { action: 'messaging.masking-review-read', object: { type: 'message', id } });
  return found;
}

/** Nothing is masked in the message any more, for both. @throws AppError `not_found`; `event_refused` once decided */
export const releaseMasked = (ctx: Staff, id: string): Promise<void> => decide(ctx, id, 'released');

/** The message stays masked, and its sender sees that the team has looked. @throws AppError as {@link releaseMasked} */
export const keepMasked = (ctx: Staff, id: string): Promise<void> => decide(ctx, id, 'kept');

/** Under the lock that sending takes: a message that is sent at the same time sees the decision. */
function decide(ctx: Staff, id: string, outcome: ReviewOutcome): Promise<void> {
  return transaction(ctx, async (tx) => {
    const [talk] = isId(id)
      ? await tx.db
          .select({ row: conversation })
          .from(maskingReview)
          .innerJoin(conversation, eq(conversation.id, maskingReview.conversationId))
          .where(eq(maskingReview.id, id))
          .for('update')
      : [];
    const [review] = talk
      ? await tx.db.select().from(maskingReview).where(eq(maskingReview.id, id))
      : [];
    if (!talk || !review) throw new AppError('not_found');
    if (!review.waitingSince) throw new AppError('event_refused');
    await tx.db
      .update(maskingReview)
      .set({ waitingSince: null, outcome })
      .where(eq(maskingReview.id, id));
    const shown = outcome === 'released' ? { masked: null, found: [] } : {};
    await tx.db
      .update(message)
      .set({ review: outcome, ...shown })
      .where(eq(message.id, id));
    const object = { type: 'message', id };
    await audit(tx, { action: 'messaging.masking-reviewed', object, facts: { outcome } });
    await tellBoth(tx, { ...talk.row, offerId: talk.row.id });
    await tellTeam(tx, 'masking-reviews');
  });
}

export const maskingReviewRows: Queue = {
  id: 'masking-reviews',
  table: maskingReview,
  where: isWaiting,
  first: maskingReview.waitingSince,
};

/** Messages that wait for a decision, the longest first. */
export async function maskingReviewQueue(ctx: Staff): Promise<HomeRecord['queues'][number]> {
  const first = maskingReview.waitingSince;
  const figures = await queueFigures(ctx, maskingReviewRows);
  const next = await ctx.db
    .select({ id: maskingReview.id, by: maskingReview.by })
    .from(maskingReview)
    .where(isWaiting)
    .orderBy(asc(first), asc(maskingReview.id))
    .limit(5);
  return {
    id: 'masking-reviews',
    ...figures,
    next: next.map(({ id, by }) => ({ id, label: by, dueAt: null })),
  };
}
