import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { Ctx } from '#platform/context';
import {
  deleteSome,
  listAs,
  type Person,
  type PersonData,
  rowsAs,
  stepOf,
} from '#platform/privacy/person-data';
import { notice, notification, preference } from './tables.server';

const mailsOf = ({ kind, id }: Person) =>
  and(eq(notification.recipientId, id), eq(notification.recipientType, kind))!;
const noticesOf = ({ kind, id }: Person) =>
  and(eq(notice.readerId, id), eq(notice.readerType, kind))!;
const preferencesOf = ({ kind, id }: Person) =>
  and(eq(preference.readerId, id), eq(preference.readerType, kind))!;

/** Of what somebody was told: that they were. The words are looked up when they are read, and are nowhere kept. */
export const personData: PersonData = {
  async *exportOf(ctx: Ctx, person: Person) {
    yield rowsAs('notices', (after: { id: string } | null, limit) =>
      ctx.db
        .select({
          id: notice.id,
          kind: notice.kind,
          about: notice.facts,
          createdAt: notice.createdAt,
          readAt: notice.readAt,
        })
        .from(notice)
        .where(and(noticesOf(person), after ? gt(notice.id, after.id) : undefined))
        .orderBy(asc(notice.id))
        .limit(limit),
    );
    yield rowsAs('mails', (after: { id: string } | null, limit) =>
      ctx.db
        .select({
          id: notification.id,
          kind: notification.kind,
          about: notification.facts,
          status: notification.status,
          createdAt: notification.createdAt,
          sentAt: notification.sentAt,
        })
        .from(notification)
        .where(and(mailsOf(person), after ? gt(notification.id, after.id) : undefined))
        .orderBy(asc(notification.id))
        .limit(limit),
    );
    yield listAs('preferences', () =>
      ctx.db
        .select({
          topic: preference.topic,
          email: preference.email,
          product: preference.product,
          changedAt: preference.changedAt,
        })
        .from(preference)
        .where(preferencesOf(person)),
    );
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
