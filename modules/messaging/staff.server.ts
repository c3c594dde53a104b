import { and, asc, desc, eq, exists, isNotNull, isNull } from 'drizzle-orm';
import { audit, actedLately, withTransaction } from '#engine';
import { sqlNow } from '#platform/time/clock';
import { requireRow } from '#platform/lists/find-row';
import { instantsOf } from '#platform/base/fields';
import type { CtxOf, TxCtx } from '#platform/context';
import { hours } from '#platform/base/duration';
import { AppError } from '#platform/base/errors';
import { isId } from '#platform/base/ids';
import type { Page, RequestOf } from '#platform/lists/list';
import { chooseIds, findPage, idIn, type Listing, type Narrowing } from '#platform/lists/list-page';
import { type Queue, homeQueue, queueFigures } from '#platform/lists/queue-figures';
import {
  type BareMessage,
  type ConversationRow,
  notifyBoth,
  notifyTeam,
  toBareMessage,
} from './queries.server';
import type {
  MaskingReviewDetailRecord,
  maskingReviewList,
  MaskingReviewRecord,
  ReportedDetailRecord,
  reportedList,
  ReportedRecord,
} from './schemas';
import { conversation, maskingReview, message, report, reported } from './tables.server';
import type { ReportOutcome, ReviewOutcome } from './values';

type ReportedRequest = RequestOf<typeof reportedList>;

/** A record but for what other modules know. */
type ListedReported = Omit<ReportedRecord, 'clinicName'>;
type ReportedDetail = Omit<ReportedDetailRecord, 'clinicName' | 'messages'>;

const reportedListing: Listing<ReportedRequest['sort']['field']> = {
  table: reported,
  id: reported.id,
  own: reported.reportedAt,
  columns: { reportedAt: reported.reportedAt },
  partitions: [
    { column: reported.leadId, chosen: 'few' },
    { column: reported.patientId, chosen: 'few' },
    { column: reported.clinicId, chosen: 'few' },
  ],
};

const waitsForDecision = isNotNull(reported.waitingSince);

const narrowingReported = ({
  filter: { id, queue, clinicId, patientId, q },
}: ReportedRequest): Narrowing => ({
  choices: [
    chooseIds(reported.id, id),
    chooseIds(reported.clinicId, clinicId),
    chooseIds(reported.patientId, patientId),
  ],
  either: idIn([reported.id, reported.leadId, reported.clinicId, reported.patientId], q),
  where: queue && waitsForDecision,
});

const selectReported = (ctx: CtxOf<'staff'>) =>
  ctx.db
    .select({ row: reported, blockedAt: conversation.staffBlockedAt })
    .from(reported)
    .innerJoin(conversation, eq(conversation.id, reported.id))
    .$dynamic();

/** A page of the conversations that were reported: nothing that was said in them. */
export async function listReportedForStaff(
  ctx: CtxOf<'staff'>,
  request: ReportedRequest,
): Promise<Page<ListedReported>> {
  const page = findPage(reportedListing, request, narrowingReported(request));
  const rows = await selectReported(ctx).innerJoin(page.keys, page.isOn).orderBy(page.order);
  return page.answer(ctx, rows.map(toListedReported));
}

/** Of one conversation; nobody reads on. */
const mostReports = 50;

/** One reported conversation with why it was reported. @throws AppError `not_found`, also for one that nobody reported */
export async function reportedForStaff(ctx: CtxOf<'staff'>, id: string): Promise<ReportedDetail> {
  const [found] = isId(id) ? await selectReported(ctx).where(eq(reported.id, id)) : [];
  if (!found) throw new AppError('not_found');
  const reports = await ctx.db
    .select()
    .from(report)
    .where(eq(report.conversationId, found.row.id))
    .orderBy(desc(report.at), desc(report.id))
    .limit(mostReports);
  return {
    ...toListedReported(found),
    reports: reports.map(({ id: reportId, by, reason, messageId, attachmentId, ...when }) => ({
      ...{ id: reportId, by, reason, messageId, attachmentId },
      ...instantsOf(when, ['at', 'settledAt']),
    })),
  };
}

/** As {@link reportedForStaff}, for somebody who looks; logged before it is answered. @throws AppError `not_found` */
export async function readReportedForStaff(
  ctx: CtxOf<'staff'>,
  id: string,
): Promise<ReportedDetail> {
  const found = await reportedForStaff(ctx, id);
  await audit(ctx, { action: 'messaging.reports-read', object: { type: 'conversation', id } });
  return found;
}

/** The last ones that staff read; a report is about what was said lately. */
const mostMessages = 200;
const broken = { action: 'messaging.messages-read', details: { breakGlass: true } };

/**
 * What was said in a reported conversation, oldest first, as the two read it, for a typed reason (security 83). The log says
 * that the glass was broken; the reason lies beside it.
 *
 * @throws AppError `not_found`
 */
export const readReportedMessages = (
  ctx: CtxOf<'staff'>,
  { offerId, reason, isOpen }: { offerId: string; reason: string; isOpen: boolean },
): Promise<BareMessage[]> =>
  withTransaction(ctx, async (tx) => {
    const { id } = await reportedForStaff(tx, offerId);
    await audit(tx, { ...broken, object: { type: 'conversation', id }, reason });
    const rows = await tx.db
      .select()
      .from(message)
      .where(eq(message.conversationId, id))
      .orderBy(desc(message.createdAt), desc(message.id))
      .limit(mostMessages);
    return rows.reverse().map((row) => toBareMessage(row, { isOpen, reader: null }));
  });

/** How long a typed reason opens the files of a conversation. */
const openFor = hours(1);

/**
 * Files are read like messages, by somebody who has typed a reason within the hour; each look is logged.
 *
 * @throws AppError `not_found`, `forbidden`
 */
export async function requireMessagesAccess(
  ctx: CtxOf<'staff'>,
  { offerId, fileId }: { offerId: string; fileId: string },
): Promise<void> {
  const { id } = await reportedForStaff(ctx, offerId);
  const object = { type: 'conversation', id };
  if (!(await actedLately(ctx, { ...broken, object }, openFor))) throw new AppError('forbidden');
  await audit(ctx, { action: 'messaging.file-read', object, details: { fileId } });
}

export const reportedRows: Queue = {
  id: 'conversations',
  table: reported,
  where: waitsForDecision,
  first: reported.waitingSince,
};

/** Conversations that wait for a person, the longest first. */
export async function reportedQueue(ctx: CtxOf<'staff'>) {
  const first = reported.waitingSince;
  const figures = await queueFigures(ctx, reportedRows);
  const longest = ctx.db
    .select({ id: reported.id, since: first })
    .from(reported)
    .where(waitsForDecision)
    .orderBy(asc(first), asc(reported.id))
    .limit(5)
    .as('longest');
  const next = await ctx.db
    .select({ id: longest.id, by: report.by })
    .from(longest)
    .innerJoin(report, and(eq(report.conversationId, longest.id), eq(report.at, longest.since)))
    .orderBy(asc(longest.since), asc(longest.id));
  return {
    id: 'conversations',
    ...figures,
    next: next.map(({ id, by }) => ({ id, label: by, dueAt: null })),
  };
}

const instant = (date: Date | null): string | null => date?.toISOString() ?? null;

const toListedReported = ({
  row,
  blockedAt,
}: {
  row: typeof reported.$inferSelect;
  blockedAt: Date | null;
}): ListedReported => ({
  id: row.id,
  leadId: row.leadId,
  clinicId: row.clinicId,
  patientId: row.patientId,
  ...instantsOf(row, ['reportedAt', 'waitingSince']),
  outcome: row.outcome,
  blockedAt: instant(blockedAt),
  allowedEvents: [
    'read-messages',
    ...(row.waitingSince ? ['dismiss', 'keep'] : []),
    ...(blockedAt ? ['unblock'] : ['block']),
  ],
});

interface Decided {
  readonly offerId: string;
  /** For the log; neither side reads it. */
  readonly reason?: string;
}

/**
 * The team has looked and there is nothing to it: all open reports are settled and the conversation goes on.
 *
 * @throws AppError `not_found`; `event_refused` when nothing waits
 */
export const dismissReport = (ctx: CtxOf<'staff'>, decided: Decided): Promise<void> =>
  settle(ctx, decided, 'dismissed');

/**
 * The report is right, and the conversation goes on: the reason stays in the log for the next time.
 *
 * @throws AppError as {@link dismissReport}
 */
export const keepReported = (ctx: CtxOf<'staff'>, decided: Decided): Promise<void> =>
  settle(ctx, decided, 'kept');

function settle(
  ctx: CtxOf<'staff'>,
  { offerId, reason }: Decided,
  outcome: ReportOutcome,
): Promise<void> {
  return withTransaction(ctx, async (tx) => {
    const { id } = await lockReported(tx, offerId);
    if (!(await close(tx, id, outcome))) throw new AppError('event_refused');
    const object = { type: 'conversation', id };
    await audit(tx, { action: 'messaging.report-settled', object, details: { outcome }, reason });
  });
}

/**
 * No side writes in this conversation any more; both still read it, and read that the team closed it. Settles what waits.
 *
 * @throws AppError `not_found`; `event_refused` when it is blocked already
 */
export const blockReported = (ctx: CtxOf<'staff'>, { offerId, reason }: Decided): Promise<void> =>
  withTransaction(ctx, async (tx) => {
    const row = await lockReported(tx, offerId);
    if (row.staffBlockedAt) throw new AppError('event_refused');
    await close(tx, row.id, 'blocked');
    await setBlocked(tx, row, { at: sqlNow, action: 'messaging.block-reported', reason });
  });

/** Both may write again. @throws AppError `not_found`; `event_refused` when it is not blocked by the team */
export const unblockReported = (ctx: CtxOf<'staff'>, { offerId, reason }: Decided): Promise<void> =>
  withTransaction(ctx, async (tx) => {
    const row = await lockReported(tx, offerId);
    if (!row.staffBlockedAt) throw new AppError('event_refused');
    await setBlocked(tx, row, { at: null, action: 'messaging.unblock-reported', reason });
  });

/** Under the lock that sending takes: what is sent before a block is there, nothing comes after it. */
async function lockReported(tx: TxCtx, offerId: string): Promise<ConversationRow> {
  const isReported = exists(tx.db.select().from(reported).where(eq(reported.id, conversation.id)));
  return requireRow(tx, conversation, offerId, { which: isReported, lock: 'update' });
}

/** Whether something waited. */
async function close(tx: TxCtx, id: string, outcome: ReportOutcome): Promise<boolean> {
  const [row] = await tx.db.select().from(reported).where(eq(reported.id, id));
  await tx.db.update(reported).set({ waitingSince: null, outcome }).where(eq(reported.id, id));
  if (!row?.waitingSince) return false;
  await tx.db
    .update(report)
    .set({ settledAt: sqlNow, settledBy: tx.actor.kind === 'staff' ? tx.actor.id : null })
    .where(and(eq(report.conversationId, id), isNull(report.settledAt)));
  await notifyTeam(tx);
  return true;
}

async function setBlocked(
  tx: TxCtx,
  row: ConversationRow,
  { at, action, reason }: { at: typeof sqlNow | null; action: string; reason?: string },
): Promise<void> {
  await tx.db.update(conversation).set({ staffBlockedAt: at }).where(eq(conversation.id, row.id));
  await audit(tx, { action, object: { type: 'conversation', id: row.id }, reason });
  await notifyBoth(tx, { ...row, offerId: row.id });
}

type MaskingRequest = RequestOf<typeof maskingReviewList>;

const maskingListing: Listing<MaskingRequest['sort']['field']> = {
  table: maskingReview,
  id: maskingReview.id,
  own: maskingReview.askedAt,
  columns: { askedAt: maskingReview.askedAt },
  partitions: [],
};
const waitsForRelease = isNotNull(maskingReview.waitingSince);

const narrowingMasking = ({ filter: { id, queue, q } }: MaskingRequest): Narrowing => ({
  choices: [chooseIds(maskingReview.id, id), chooseIds(maskingReview.id, q)],
  where: queue && waitsForRelease,
});

const toListedReview = (row: typeof maskingReview.$inferSelect): MaskingReviewRecord => ({
  id: row.id,
  by: row.by,
  ...instantsOf(row, ['askedAt', 'waitingSince']),
  outcome: row.outcome,
  allowedEvents: row.waitingSince ? ['release', 'keep'] : [],
});

/** A page of the messages whose senders asked for a review: nothing that was written, and no id of a person. */
export async function listMaskingReviews(
  ctx: CtxOf<'staff'>,
  request: MaskingRequest,
): Promise<Page<MaskingReviewRecord>> {
  const page = findPage(maskingListing, request, narrowingMasking(request));
  const rows = await ctx.db
    .select({ row: maskingReview })
    .from(maskingReview)
    .innerJoin(page.keys, page.isOn)
    .orderBy(page.order);
  return page.answer(
    ctx,
    rows.map(({ row }) => toListedReview(row)),
  );
}

/** Whose conversation a review is about, and of which request. @throws AppError `not_found` */
export async function partiesOfMaskingReview(
  ctx: CtxOf<'staff'>,
  id: string,
): Promise<{ leadId: string; patientId: string; clinicId: string }> {
  const { leadId, patientId, clinicId } = conversation;
  const [found] = isId(id)
    ? await ctx.db
        .select({ leadId, patientId, clinicId })
        .from(maskingReview)
        .innerJoin(conversation, eq(conversation.id, maskingReview.conversationId))
        .where(eq(maskingReview.id, id))
    : [];
  if (!found) throw new AppError('not_found');
  return found;
}

/** The one message that its sender released, until it is decided. @throws AppError `not_found` */
export async function maskingReviewForStaff(
  ctx: CtxOf<'staff'>,
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
    ...toListedReview(row),
    words: row.waitingSince ? { written: text, shown: masked ?? text } : null,
  };
}

/** As {@link maskingReviewForStaff}, for a reader; logged before it is answered. @throws AppError `not_found` */
export async function readMaskingReview(
  ctx: CtxOf<'staff'>,
  id: string,
): Promise<MaskingReviewDetailRecord> {
  const found = await maskingReviewForStaff(ctx, id);
  await audit(ctx, { action: 'messaging.masking-review-read', object: { type: 'message', id } });
  return found;
}

/** Nothing is masked in the message any more, for both. @throws AppError `not_found`; `event_refused` once decided */
export const releaseMasked = (ctx: CtxOf<'staff'>, id: string): Promise<void> =>
  decide(ctx, id, 'released');

/** The message stays masked, and its sender sees that the team has looked. @throws AppError as {@link releaseMasked} */
export const keepMasked = (ctx: CtxOf<'staff'>, id: string): Promise<void> =>
  decide(ctx, id, 'kept');

/** Under the lock that sending takes: a message that is sent at the same time sees the decision. */
function decide(ctx: CtxOf<'staff'>, id: string, outcome: ReviewOutcome): Promise<void> {
  return withTransaction(ctx, async (tx) => {
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
    await audit(tx, { action: 'messaging.masking-reviewed', object, details: { outcome } });
    await notifyBoth(tx, { ...talk.row, offerId: talk.row.id });
    await notifyTeam(tx, 'masking-reviews');
  });
}

export const maskingReviewRows: Queue = {
  id: 'masking-reviews',
  table: maskingReview,
  where: waitsForRelease,
  first: maskingReview.waitingSince,
};

/** Messages that wait for a decision, the longest first. */
export const maskingReviewQueue = (ctx: CtxOf<'staff'>) =>
  homeQueue(ctx, maskingReviewRows, { id: maskingReview.id, label: maskingReview.by });
