import { sql } from 'drizzle-orm';
import type { TxCtx } from '#platform/context';
import { inSeconds } from '#platform/duration';
import { newId } from '#platform/ids';
import { announce } from '#platform/live';
import { noticesChanged } from '../live-words';
import { burst } from '../repo.server';
import type { Reader, Topic } from '../topics';

export interface NewNotice {
  /** Dotted word of what happened. */
  readonly kind: string;
  /** What a reader may have switched off. */
  readonly topic: Topic;
  readonly reader: { readonly type: Reader; readonly id: string };
  /** The id of the fact's delivery, the same each time it is delivered. */
  readonly factId: string;
  /** Ids and codes that the words need; nothing personal. */
  readonly facts?: Readonly<Record<string, string>>;
  /** Takes the place of the unread one of its kind about the same ids that came within ten minutes before it. */
  readonly joins?: boolean;
}

/**
 * Shows something to somebody in the product, unless they switched that off, and tells their open pages. The same fact,
 * kind and reader, also fifty times at once, is one notice.
 */
export async function postNotice(ctx: TxCtx, wish: NewNotice): Promise<void> {
  const { kind, topic, reader, factId, facts = {}, joins = false } = wish;
  const key = `${kind}:${factId}:${reader.type}:${reader.id}`;
  const { rows } = await ctx.db.execute(sql`
    with joined as (
      delete from notifications.notice
      where ${joins} and reader_type = ${reader.type} and reader_id = ${reader.id}::uuid and kind = ${kind}
        and facts = ${JSON.stringify(facts)}::jsonb and read_at is null and key <> ${key}
        and created_at > platform.now() - make_interval(secs => ${inSeconds(burst)}))
    insert into notifications.notice (id, key, kind, reader_type, reader_id, facts, created_at)
    select ${newId()}::uuid, ${key}, ${kind}, ${reader.type}, ${reader.id}::uuid,
      ${JSON.stringify(facts)}::jsonb, platform.now()
    where not exists (
      select from notifications.preference p where p.reader_id = ${reader.id}::uuid
        and p.reader_type = ${reader.type} and p.topic = ${topic} and not p.product)
    on conflict (key) do nothing returning id`);
  if (rows.length > 0)
    await announce(ctx, `${reader.type}:${reader.id}`, { type: noticesChanged, data: {} });
}
