import { and, inArray, lt, sql } from 'drizzle-orm';
import type { Ctx } from '#platform/context';
import { notice, notification } from '../tables.server';

/**
 * Removes notices after half a year, and what was sent, dropped or given up after 400 days: links in mails that end them
 * work as long. Returns how many rows went.
 */
export async function forgetOldNotifications(ctx: Ctx): Promise<number> {
  const notices = await ctx.db
    .delete(notice)
    .where(lt(notice.createdAt, sql`platform.now() - interval '180 days'`))
    .returning({ id: notice.id });
  const mails = await ctx.db
    .delete(notification)
    .where(
      and(
        lt(notification.createdAt, sql`platform.now() - interval '400 days'`),
        inArray(notification.status, ['sent', 'dropped', 'failed']),
      ),
    )
    .returning({ id: notification.id });
  return notices.length + mails.length;
}
