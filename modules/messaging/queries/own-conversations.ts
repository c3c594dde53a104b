import { and, desc, eq, isNotNull, sql } from 'drizzle-orm';
import type { Ctx } from '#platform/context';
import { readCursor, writeCursor } from '#platform/cursor';
import { sideOf, type Party, type PartyCtx } from '../party';
import { conversation, message } from '../tables.server';

const pageSize = 20;
/** Characters of the last message that a list shows. */
const previewLength = 160;
/** Conversations with something unread that are counted for one person. */
const unreadCap = 100;

/**
 * The last message as a list shows it. Contact data stays hidden in it also after the acceptance: others see a list over its
 * reader's shoulder.
 */
const preview = sql<
  string | null
>`(select left(coalesce(m.masked, m.text), ${sql.raw(String(previewLength))})
  from ${message} m where m.conversation_id = conversation.id order by m.created_at desc, m.id desc limit 1)`;

/** A conversation of the acting person in which something was written. */
export interface ListedConversation {
  /** The offer's id. */
  readonly id: string;
  readonly leadId: string;
  readonly patientId: string;
  readonly clinicId: string;
  readonly lastMessageAt: Date;
  readonly lastFrom: 'patient' | 'clinic';
  /** Empty for files alone; null where the message is gone. */
  readonly preview: string | null;
  /** Messages that the acting person has not seen. */
  readonly unread: number;
}

/**
 * Conversations of the acting person in which something was written, 20 a page, the latest message first. One statement.
 *
 * @throws AppError `invalid_cursor`
 */
export async function ownConversations(
  ctx: PartyCtx,
  { cursor }: { cursor?: string } = {},
): Promise<{ rows: ListedConversation[]; nextCursor: string | null }> {
  const from = cursor ? readCursor(cursor) : null;
  const isPatient = sideOf(ctx) === 'patient';
  const { id, leadId, patientId, clinicId, lastMessageAt, lastFrom } = conversation;
  const unread = isPatient ? conversation.patientUnread : conversation.clinicUnread;
  const found = await ctx.db
    .select({ id, leadId, patientId, clinicId, lastMessageAt, lastFrom, preview, unread })
    .from(conversation)
    .where(
      and(
        eq(isPatient ? patientId : clinicId, ctx.actor.id),
        isNotNull(lastMessageAt),
        from
          ? sql`(${lastMessageAt}, ${id}) < (${from.at}::timestamptz, ${from.id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(desc(lastMessageAt), desc(id))
    .limit(pageSize + 1);
  const rows = found.slice(0, pageSize) as ListedConversation[];
  const last = rows.at(-1);
  const nextCursor =
    found.length > pageSize && last ? writeCursor({ at: last.lastMessageAt, id: last.id }) : null;
  return { rows, nextCursor };
}

/** A conversation with messages that one of the readers has not seen. */
export interface UnreadConversation {
  readonly id: string;
  readonly reader: Party['kind'];
  readonly unread: number;
}

/** Up to 100 conversations of each reader with something unread. One statement for all readers. */
export async function unreadConversations(
  ctx: Ctx,
  readers: ReadonlyArray<Pick<Party, 'kind' | 'id'>>,
): Promise<UnreadConversation[]> {
  const ofSide = (kind: Party['kind']) => {
    const own = readers.find((reader) => reader.kind === kind)?.id ?? null;
    const side = sql.raw(kind);
    return sql`(select id, ${sql.raw(`'${kind}'`)} as reader, ${side}_unread as unread
      from ${conversation} where ${side}_id = ${own}::uuid and ${side}_unread > 0
      limit ${sql.raw(String(unreadCap))})`;
  };
  const { rows } = await ctx.db.execute<{ id: string; reader: Party['kind']; unread: number }>(
    sql`${ofSide('patient')} union all ${ofSide('clinic')}`,
  );
  return rows;
}
