import { sql } from 'drizzle-orm';
import type { TxCtx } from '../context';
import { sqlNow } from '../clock';
import { channel } from './channel';
import { event } from './tables.server';
import type { LiveEvent } from './types';

/** Tells every open page of `principal` (`patient:<id>`, `clinic:<id>`, `staff`) when the transaction commits. */
export async function announce(
  ctx: TxCtx,
  principal: string,
  { type, data }: LiveEvent,
): Promise<void> {
  // Held until the commit: without it an event with a smaller id could appear after a page has read on.
  await ctx.db.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`live:${principal}`}, 0))`,
  );
  await ctx.db.insert(event).values({ principal, type, data, at: sqlNow });
  await ctx.db.execute(sql`select pg_notify(${channel}, ${principal})`);
}
