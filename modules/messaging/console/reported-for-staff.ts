import { and, asc, desc, eq, isNotNull } from 'drizzle-orm';
import type { ActorOf } from '#platform/actor';
import { audit } from '#platform/audit';
import { actedLately } from '#platform/audit-recent';
import type { HomeRecord } from '#platform/console-records';
import { transaction, type Ctx } from '#platform/context';
import { hours } from '#platform/duration';
import { AppError } from '#platform/errors';
import { isId } from '#platform/ids';
import type { Page, RequestOf } from '#platform/list';
import { chooseIds, findPage, type Listing, type Narrowing } from '#platform/list-page';
import { queueFigures, type Queue } from '#platform/queue-figures';
import type { reportedList } from '../console-lists';
import type { ReportedDetailRecord, ReportedRecord } from '../console-records';
import { toBareMessage, type BareMessage } from '../repo.server';
import { conversation, message, report, reported } from '../tables.server';

type Staff = Ctx<ActorOf<'staff'>>;
type Request = RequestOf<typeof reportedList>;

/** A record but for what other modules know. */
export type ListedReported = Omit<ReportedRecord, 'clinicName'>;
export type ReportedDetail = Omit<ReportedDetailRecord, 'clinicName' | 'messages'>;

const listing: Listing<Request['sort']['field']> = {
  table: reported,
  id: reported.id,
  own: reported.reportedAt,
  columns: { reportedAt: reported.reportedAt },
  lanes: [
    { column: reported.leadId, chosen: 'few' },
    { column: reported.patientId, chosen: 'few' },
    { column: reported.clinicId, chosen: 'few' },
  ],
};

const one = (id: string | undefined): string[] | undefined => (id === undefined ? undefined : [id]);
const isWaiting = isNotNull(reported.waitingSince);

const narrowing = ({ filter: { id, queue, clinicId, patientId, q } }: Request): Narrowing => ({
  choices: [
    chooseIds(reported.id, id),
    chooseIds(reported.clinicId, one(clinicId)),
    chooseIds(reported.patientId, one(patientId)),
  ],
  either:
    q === undefined
      ? undefined
      : [reported.id, reported.leadId, reported.clinicId, reported.patientId].map((column) => ({
          column,
          values: isId(q) ? [q] : [],
        })),
  where: queue && isWaiting,
});

const selectReported = (ctx: Staff) =>
  ctx.db
    .select({ row: reported, blockedAt: conversation.staffBlockedAt })
    .from(reported)
    .innerJoin(conversation, eq(conversation.id, reported.id))
    .$dynamic();

/** A page of the conversations that were reported: nothing that was said in them. */
export async function listReportedForStaff(
  ctx: Staff,
  request: Request,
): Promise<Page<ListedReported>> {
  const page = findPage(listing, request, narrowing(request));
  const rows = await selectReported(ctx).innerJoin(page.keys, page.isOn).orderBy(page.order);
  return page.answer(ctx, rows.map(toListed));
}

/** Of one conversation; nobody reads on. */
const mostReports = 50;

/** One reported conversation with why it was reported. @throws AppError `not_found`, also for one that nobody reported */
export async function reportedForStaff(ctx: Staff, id: string): Promise<ReportedDetail> {
  const [found] = isId(id) ? await selectReported(ctx).where(eq(reported.id, id)) : [];
  if (!found) throw new AppError('not_found');
  const reports = await ctx.db
    .select()
    .from(report)
    .where(eq(report.conversationId, found.row.id))
    .orderBy(desc(report.at), desc(report.id))
    .limit(mostReports);
  return {
    ...toListed(found),
    reports: reports.map(({ id: reportId, by, reason, messageId, attachmentId, ...when }) => ({
      ...{ id: reportId, by, reason, messageId, attachmentId },
      at: when.at.toISOString(),
      settledAt: when.settledAt?.toISOString() ?? null,
    })),
  };
}

/** As {@link reportedForStaff}, for somebody who looks; logged before it is answered. @throws AppError `not_found` */
export async function readReportedForStaff(ctx: Staff, id: string): Promise<ReportedDetail> {
  const found = await reportedForStaff(ctx, id);
  await audit(ctx, { action: 'messaging.reports-read', object: { type: 'conversation', id } });
  return found;
}

/** The last ones that staff read; a report is about what was said lately. */
const mostMessages = 200;
const broken = { action: 'messaging.messages-read', facts: { breakGlass: true } };

/**
 * What was said in a reported conversation, oldest first, as the two read it, for a typed reason (security 83). The log says
 * that the glass was broken; the reason lies beside it.
 *
 * @throws AppError `not_found`
 */
export const readReportedMessages = (
  ctx: Staff,
  { offerId, reason, isOpen }: { offerId: string; reason: string; isOpen: boolean },
): Promise<BareMessage[]> =>
  transaction(ctx, async (tx) => {
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
  ctx: Staff,
  { offerId, fileId }: { offerId: string; fileId: string },
): Promise<void> {
  const { id } = await reportedForStaff(ctx, offerId);
  const object = { type: 'conversation', id };
  if (!(await actedLately(ctx, { ...broken, object }, openFor))) throw new AppError('forbidden');
  await audit(ctx, { action: 'messaging.file-read', object, facts: { fileId } });
}

export const reportedRows: Queue = {
  id: 'conversations',
  table: reported,
  where: isWaiting,
  first: reported.waitingSince,
};

/** Conversations that wait for a person, the longest first. */
export async function reportedQueue(ctx: Staff): Promise<HomeRecord['queues'][number]> {
  const first = reported.waitingSince;
  const figures = await queueFigures(ctx, reportedRows);
  const longest = ctx.db
    .select({ id: reported.id, since: first })
    .from(reported)
    .where(isWaiting)
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

const toListed = ({
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
  reportedAt: row.reportedAt.toISOString(),
  waitingSince: instant(row.waitingSince),
  outcome: row.outcome,
  blockedAt: instant(blockedAt),
  allowedEvents: [
    'read-messages',
    ...(row.waitingSince ? ['dismiss', 'keep'] : []),
    ...(blockedAt ? ['unblock'] : ['block']),
  ],
});
