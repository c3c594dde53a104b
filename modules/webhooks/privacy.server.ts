import { and, eq, sql } from 'drizzle-orm';
import type { Ctx } from '#platform/context';
import { columnsOf, pagesOf, type Person, type PersonData } from '#platform/privacy/person-data';
import { endBrowsers } from './commands/browsers.server';
import { attempt, delivery, receiver } from './tables.server';

const perStep = 500;

/** Which browsers are notified; of a clinic also where its events go, and what went there. Secrets are not shown again. */
export const personData: PersonData = {
  async *exportOf(ctx: Ctx, { kind, id }: Person) {
    yield pagesOf(ctx, 'notified-browsers', {
      table: receiver,
      columns: columnsOf(receiver, ['id', 'maker', 'createdAt']),
      which: and(eq(receiver.readerId, id), eq(receiver.readerType, kind))!,
      by: 'id',
    });
    if (kind === 'patient') return;
    yield pagesOf(ctx, 'webhook-endpoints', {
      table: receiver,
      columns: columnsOf(receiver, ['id', 'url', 'events', 'state', 'offBecause', 'createdAt']),
      which: eq(receiver.clinicId, id),
      by: 'id',
    });
    yield pagesOf(ctx, 'webhook-deliveries', {
      table: delivery,
      columns: columnsOf(
        delivery,
        ['id', 'receiverId', 'type', 'ids', 'happenedAt'],
        ['state', 'tries', 'endedAt'],
      ),
      which: eq(delivery.clinicId, id),
      by: 'id',
    });
    yield pagesOf(ctx, 'webhook-tries', {
      table: attempt,
      columns: columnsOf(attempt, ['id', 'deliveryId', 'at', 'status', 'failure', 'took']),
      which: eq(attempt.clinicId, id),
      by: 'id',
    });
  },

  async erase(ctx, { kind, id }) {
    await endBrowsers(ctx, { kind, id });
    if (kind === 'patient') return 'done';
    await ctx.db.delete(receiver).where(eq(receiver.clinicId, id));
    for (const table of ['webhooks.attempt', 'webhooks.delivery']) {
      const { rowCount } = await ctx.db.execute(
        sql`delete from ${sql.raw(table)} where id = any(array(
          select id from ${sql.raw(table)} where clinic_id = ${id} order by id limit ${perStep}))`,
      );
      if ((rowCount ?? 0) === perStep) return 'more';
    }
    return 'done';
  },
};
