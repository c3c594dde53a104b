import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import type { RemovalReason } from '#contracts/deals';
import { audit, publish, withTransaction } from '#engine';
import { AppError } from '#platform/base/errors';
import { instantsOf, pick } from '#platform/base/fields';
import type { CtxOf } from '#platform/context';
import { requireRow } from '#platform/lists/find-row';
import type { Page, RequestOf } from '#platform/lists/list';
import { chooseIds, findPage, idIn, type Listing, type Narrowing } from '#platform/lists/list-page';
import { homeQueue, type Queue } from '#platform/lists/queue-figures';
import { sqlNow } from '#platform/time/clock';
import { partiesOf } from './commands.server';
import { addToTally, notifyPages } from './projection.server';
import type { AnswerRow } from './queries.server';
import {
  answerEvents,
  type OutcomeAnswerDetailRecord,
  type outcomeAnswerList,
  type OutcomeAnswerRecord,
} from './schemas';
import { answer, report } from './tables.server';

type Request = RequestOf<typeof outcomeAnswerList>;

/** A record but for what other modules know. */
type Listed = Omit<OutcomeAnswerRecord, 'clinicName'>;
type Detail = Omit<OutcomeAnswerDetailRecord, 'clinicName'>;

const listing: Listing<Request['sort']['field']> = {
  table: answer,
  id: answer.id,
  own: answer.createdAt,
  columns: { createdAt: answer.createdAt },
  partitions: [
    { column: answer.offerId, chosen: 'few' },
    { column: answer.patientId, chosen: 'few' },
  ],
};

const isReported = isNotNull(answer.reportedAt);

const narrowing = ({ filter: { id, reported, patientId, q } }: Request): Narrowing => ({
  choices: [chooseIds(answer.id, id), chooseIds(answer.patientId, patientId)],
  either: idIn([answer.id, answer.offerId, answer.patientId], q),
  where: reported && isReported,
});

/** A page of all answers, those that were removed included. */
export async function listAnswersForStaff(
  ctx: CtxOf<'staff'>,
  request: Request,
): Promise<Page<Listed>> {
  return findPage(listing, request, narrowing(request)).list(ctx, answer, (rows) =>
    rows.map(toListed),
  );
}

/** One answer with why it was reported. @throws AppError `not_found` */
export async function answerForStaff(ctx: CtxOf<'staff'>, id: string): Promise<Detail> {
  const row = await requireRow(ctx, answer, id);
  const [found] = await ctx.db.select().from(report).where(eq(report.answerId, row.id));
  return {
    ...toListed(row),
    report: found ? { reason: found.reason, at: found.at.toISOString() } : null,
  };
}

export const laterReviewRows: Queue = {
  id: 'later-reviews',
  table: answer,
  where: isReported,
  first: answer.reportedAt,
};

/** Reported answers without a decision, oldest report first. */
export const laterReviewQueue = (ctx: CtxOf<'staff'>) =>
  homeQueue(ctx, laterReviewRows, { id: answer.id, label: answer.moment });

const toListed = (row: AnswerRow): Listed => ({
  ...pick(row, ['id', 'offerId', 'clinicId', 'patientId', 'moment', 'again', 'result', 'text']),
  ...instantsOf(row, ['createdAt', 'reportedAt', 'removedAt']),
  removedBecause: row.removedBecause,
  allowedEvents: [...(row.removedAt ? [] : ['remove']), ...(row.reportedAt ? ['keep'] : [])],
});

interface Removal {
  readonly answerId: string;
  /** One of the five, and nothing else. */
  readonly because: RemovalReason;
  /** What exactly, for the log. */
  readonly reason: string;
}

/**
 * Staff take an answer away for one of the listed reasons: it is shown nowhere any more, and its treatment counts neither
 * as answered nor as silent. Its patient and the clinic learn the reason.
 *
 * @throws AppError `not_found`; `event_refused` when it is gone already
 */
export async function removeOutcomeAnswer(
  ctx: CtxOf<'staff'>,
  { answerId, because, reason }: Removal,
): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    await requireRow(tx, answer, answerId, { lock: 'update' });
    const [row] = await tx.db
      .update(answer)
      .set({ removedAt: sqlNow, removedBecause: because, reportedAt: null })
      .where(and(eq(answer.id, answerId), isNull(answer.removedAt)))
      .returning();
    if (!row) throw new AppError('event_refused');
    const object = { type: 'later-review', id: row.id };
    await audit(tx, { action: 'outcomes.remove-answer', object, details: { because }, reason });
    const parties = await partiesOf(tx, row);
    await publish(tx, answerEvents['outcomes.answer-removed'], { ...parties, because });
    await notifyPages(tx, parties);
    await addToTally(tx, row.clinicId, row.moment, {
      ...{ asked: -1, answered: -1 },
      again: -Number(row.again === 'yes'),
    });
  });
}

/**
 * Staff have looked at a reported answer and leave it as it is.
 *
 * @throws AppError `not_found`; `event_refused` when it was not reported
 */
export async function keepOutcomeAnswer(
  ctx: CtxOf<'staff'>,
  { answerId }: { answerId: string },
): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    const before = await requireRow(tx, answer, answerId, { lock: 'update' });
    if (before.reportedAt === null) throw new AppError('event_refused');
    await tx.db.update(answer).set({ reportedAt: null }).where(eq(answer.id, answerId));
    const object = { type: 'later-review', id: answerId };
    await audit(tx, { action: 'outcomes.keep-answer', object });
  });
}
