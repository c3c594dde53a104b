import { and, inArray, lt, sql, type Column } from 'drizzle-orm';
import type { Ctx } from '#platform/context';
import { days, inSeconds, type Duration } from '#platform/duration';
import { deleteInSteps } from '#platform/person-data';
import { notice, notification } from '../tables.server';

/** How long rows are kept, as the privacy page says it: links in mails that end them work as long as the mail's row. */
export const keptFor = { notices: days(180), mails: days(400) } as const;

const isBefore = (column: Column, length: Duration) =>
  lt(column, sql`platform.now() - make_interval(secs => ${inSeconds(length)})`);

/** Removes old notices, and mails that were sent, dropped or given up long ago. Returns how many rows went. */
export async function forgetOldNotifications(ctx: Ctx): Promise<number> {
  const over = inArray(notification.status, ['sent', 'dropped', 'failed']);
  return (
    (await deleteInSteps(ctx, notice, isBefore(notice.createdAt, keptFor.notices))) +
    (await deleteInSteps(
      ctx,
      notification,
      and(isBefore(notification.createdAt, keptFor.mails), over)!,
    ))
  );
}
