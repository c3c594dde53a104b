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
import { notice, notification, personPreference, preference, quietHours } from './tables.server';

const mailsOf = ({ kind, id }: Person) =>
  and(eq(notification.recipientId, id), eq(notification.recipientType, kind))!;
const noticesOf = ({ kind, id }: Person) =>
  and(eq(notice.readerId, id), eq(notice.readerType, kind))!;
const preferencesOf = ({ kind, id }: Person) =>
  and(eq(preference.readerId, id), eq(preference.readerType, kind))!;
const ownPreferencesOf = ({ kind, id }: Person) =>
  and(eq(personPreference.readerId, id), eq(personPreference.readerType, kind))!;
const quietOf = ({ kind, id }: Person) =>
  and(eq(quietHours.readerId, id), eq(quietHours.readerType, kind))!;

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
        ...columnsOf(notification, ['id', 'kind', 'channel']),
        about: notification.params,
        ...columnsOf(notification, ['status', 'createdAt', 'sentAt']),
      },
      which: mailsOf(person),
      by: 'id',
    });
    yield listOf(ctx, 'preferences', {
      table: preference,
      columns: columnsOf(preference, ['topic', 'email', 'product', 'push', 'changedAt']),
      which: preferencesOf(person),
    });
    yield listOf(ctx, 'preferences of each person', {
      table: personPreference,
      columns: columnsOf(personPreference, ['personId', 'topic', 'push', 'sms', 'changedAt']),
      which: ownPreferencesOf(person),
    });
    yield listOf(ctx, 'quiet hours', {
      table: quietHours,
      columns: columnsOf(quietHours, ['personId', 'from', 'to', 'zone', 'changedAt']),
      which: quietOf(person),
    });
  },

  erase: (ctx, person) =>
    stepOf(
      () => deleteSome(ctx, notification, mailsOf(person)),
      () => deleteSome(ctx, notice, noticesOf(person)),
      () => deleteSome(ctx, preference, preferencesOf(person)),
      () => deleteSome(ctx, personPreference, ownPreferencesOf(person)),
      () => deleteSome(ctx, quietHours, quietOf(person)),
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
