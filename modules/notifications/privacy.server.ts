import { and, eq, sql } from 'drizzle-orm';
import type { Ctx } from '#platform/context';
import {
  columnsOf,
  deleteSome,
  listOf,
  pagesOf,
  type Person,
  type PersonData,
  stepOf,
} from '#platform/privacy/person-data';
import { notice, notification, preference } from './tables.server';

const mailsOf = ({ kind, id }: Person) =>
  and(eq(notification.recipientId, id), eq(notification.recipientType, kind))!;
const noticesOf = ({ kind, id }: Person) =>
  and(eq(notice.readerId, id), eq(notice.readerType, kind))!;
const preferencesOf = ({ kind, id }: Person) =>
  and(eq(preference.readerId, id), eq(preference.readerType, kind))!;

/** Of notifications of one recipient: that they were sent. The words are looked up when they are read, and are nowhere kept. */
export const personData: PersonData = {
  async *exportOf(ctx: Ctx, person: Person) {
    yield pagesOf(ctx, 'notices', {
      table: notice,
      columns: {
        ...columnsOf(notice, ['id', 'kind']),
        about: notice.params,
        ...columnsOf(notice, ['createdAt', 'readAt']),
      },
      which: noticesOf(person),
      by: 'id',
    });
    yield pagesOf(ctx, 'mails', {
      table: notification,
      columns: {
        ...columnsOf(notification, ['id', 'kind']),
        about: notification.params,
        ...columnsOf(notification, ['status', 'createdAt', 'sentAt']),
      },
      which: mailsOf(person),
      by: 'id',
    });
    yield listOf(ctx, 'preferences', {
      table: preference,
      columns: columnsOf(preference, ['topic', 'email', 'product', 'changedAt']),
      which: preferencesOf(person),
    });
  },

  erase: (ctx, person) =>
    stepOf(
      () => deleteSome(ctx, notification, mailsOf(person)),
      () => deleteSome(ctx, notice, noticesOf(person)),
      () => deleteSome(ctx, preference, preferencesOf(person)),
    ),
};

/** Whether a mail of this kind still waits to be sent to somebody. */
export async function waitsFor(ctx: Ctx, person: Person, kind: string): Promise<boolean> {
  const [row] = await ctx.db
    .select({ one: sql`1` })
    .from(notification)
    .where(and(mailsOf(person), eq(notification.kind, kind), eq(notification.status, 'queued')))
    .limit(1);
  return row !== undefined;
}
