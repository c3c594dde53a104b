import { lt, sql } from 'drizzle-orm';
import type { Ctx } from '../context';
import { event } from './tables.server';

/** Removes events that no page will ask for any more; returns how many. */
export async function forgetOldEvents(ctx: Ctx): Promise<number> {
  const gone = await ctx.db
    .delete(event)
    .where(lt(event.at, sql`platform.now() - interval '1 day'`))
    .returning({ id: event.id });
  return gone.length;
}
