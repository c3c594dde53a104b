import { isAmong } from '#platform/base/columns.server';
import { and, eq, inArray, isNull, ne, or, sql, type SQL } from 'drizzle-orm';
import { sqlNow } from '#platform/time/clock';
import type { Ctx } from '#platform/context';
import {
  byId,
  columnsOf,
  deleteSome,
  type ExportPart,
  pagesOf,
  type Person,
  type PersonData,
  type Reach,
  rowsAs,
  stepOf,
} from '#platform/privacy/person-data';
import {
  conversation,
  maskingReview,
  message,
  report,
  reported,
  typedMessage,
} from './tables.server';

const isOf = ({ kind, id }: Person) =>
  eq(kind === 'patient' ? conversation.patientId : conversation.clinicId, id);

/** Of the conversations of somebody. */
const talksOf = (ctx: Ctx, person: Person) =>
  ctx.db.select({ id: conversation.id }).from(conversation).where(isOf(person));

/** Nobody writes there any more; what stays are ids. */
async function closeTalks(ctx: Ctx, which: SQL): Promise<number> {
  const closed = await ctx.db
    .update(conversation)
    .set({
      staffBlockedAt: sqlNow,
      lastMessageAt: null,
      lastFrom: null,
      patientUnread: 0,
      clinicUnread: 0,
      patientUnreadFrom: null,
      clinicUnreadFrom: null,
    })
    .where(
      and(
        which,
        or(
          isNull(conversation.staffBlockedAt),
          sql`${conversation.lastMessageAt} is not null`,
          ne(conversation.patientUnread, 0),
          ne(conversation.clinicUnread, 0),
        ),
      ),
    )
    .returning({ id: conversation.id });
  return closed.length;
}

type MessageRow = typeof message.$inferSelect;

/** What a message says to one side; null for the other's words where they are closed. */
function wordsFor({ kind }: Person, row: MessageRow, closed: boolean) {
  if (row.from === kind) return { text: row.text, attachments: row.attachments };
  if (closed) return { text: null, attachments: [] };
  return { text: row.masked ?? row.text, attachments: row.attachments };
}

/** What one side typed and has not sent, and why it asked the team to look. */
function* typedBy(ctx: Ctx, person: Person): Generator<ExportPart> {
  yield pagesOf(ctx, 'typed', {
    table: typedMessage,
    columns: columnsOf(typedMessage, ['offerId', 'text', 'updatedAt']),
    which: and(
      eq(typedMessage.side, person.kind),
      ne(typedMessage.text, ''),
      inArray(typedMessage.offerId, talksOf(ctx, person)),
    )!,
    by: 'offerId',
  });
  const { id, conversationId: offerId, reason, at, settledAt } = report;
  yield pagesOf(ctx, 'reports', {
    table: report,
    columns: { id, offerId, reason, at, settledAt },
    which: and(eq(report.by, person.kind), inArray(offerId, talksOf(ctx, person)))!,
    by: 'id',
  });
}

/**
 * What both sides wrote to each other is of both: each has a copy of it in their archive, the other's words without
 * contact data; and it goes when either of them leaves. Of a closed deal the clinic's copy has no word of the patient.
 */
export const personData: PersonData = {
  async *exportOf(ctx: Ctx, person: Person, { closedAmong }: Reach) {
    const { id, leadId: requestId, lastMessageAt } = conversation;
    yield pagesOf(ctx, 'conversations', {
      table: conversation,
      columns: { id, requestId, lastMessageAt },
      which: isOf(person),
      by: 'id',
    });
    yield rowsAs('messages', async (after: { id: string } | null, limit) => {
      const which = inArray(message.conversationId, talksOf(ctx, person));
      const rows = await byId<typeof message.$inferSelect>(ctx, message, which)(after, limit);
      const closed = await closedAmong(rows.map(({ conversationId }) => conversationId));
      return rows.map((row) => ({
        id: row.id,
        offerId: row.conversationId,
        from: row.from,
        ...wordsFor(person, row, closed.has(row.conversationId)),
        slot: row.slot,
        phrase: row.phrase,
        createdAt: row.createdAt,
        readAt: row.readAt,
      }));
    });
    yield* typedBy(ctx, person);
  },

  erase: (ctx, person) => eraseTalks(ctx, isOf(person)),
};

function eraseTalks(ctx: Ctx, which: SQL): Promise<'more' | 'done'> {
  const talks = ctx.db.select({ id: conversation.id }).from(conversation).where(which);
  return stepOf(
    () => closeTalks(ctx, which),
    () => deleteSome(ctx, maskingReview, inArray(maskingReview.conversationId, talks)),
    () => deleteSome(ctx, message, inArray(message.conversationId, talks)),
    () => deleteSome(ctx, typedMessage, inArray(typedMessage.offerId, talks)),
    () => deleteSome(ctx, report, inArray(report.conversationId, talks)),
    () => deleteSome(ctx, reported, inArray(reported.id, talks)),
  );
}

/** One step towards nothing being left of what was written about these offers; nobody writes there any more. */
export const eraseTalksOfOffers = (
  ctx: Ctx,
  offerIds: readonly string[],
): Promise<'more' | 'done'> => eraseTalks(ctx, isAmong(conversation.id, offerIds));
