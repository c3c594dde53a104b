import { and, eq, isNull, lt, not, or, sql, type SQL } from 'drizzle-orm';
import { transaction, type Ctx } from '#platform/context';
import { inSeconds, type Duration } from '#platform/duration';
import { AppError, isAppError } from '#platform/errors';
import { dispatchIfOpen } from '#platform/flow';
import { isAmong } from '#platform/list-query';
import { ticketsKept } from '../settings';
import { ticket, ticketMessage } from '../tables.server';
import { ticketFlow } from '../ticket.flow.server';

const atOnce = 100;

const closedBefore = (length: Duration): SQL =>
  and(
    eq(ticket.status, 'closed'),
    lt(ticket.closedAt, sql`platform.now() - make_interval(secs => ${inSeconds(length)})`),
  )!;

const isOld = or(
  and(eq(ticket.owner, 'visitor'), closedBefore(ticketsKept.visitor)),
  closedBefore(ticketsKept.account),
)!;

/**
 * Removes tickets that were closed long ago, with all that was written, one at a time, but for those of the accounts that
 * are `held`; returns how many went.
 */
export async function forgetTickets(
  ctx: Ctx,
  { held }: { held: readonly string[] },
): Promise<number> {
  const goes = and(isOld, or(isNull(ticket.ownerId), not(isAmong(ticket.ownerId, held))))!;
  for (let gone = 0; ;) {
    const rows = await ctx.db.select({ id: ticket.id }).from(ticket).where(goes).limit(atOnce);
    for (const { id } of rows) gone += await forgetTicket(ctx, id);
    if (rows.length < atOnce) return gone;
  }
}

const forgetTicket = (ctx: Ctx, id: string): Promise<number> =>
  transaction(ctx, async (tx) => {
    // Under the flow's lock: nobody writes to it any more, and whoever just did has opened it again.
    await dispatchIfOpen(tx, ticketFlow, { id, event: { type: 'support.erase' } });
    const [old] = await tx.db
      .select({ id: ticket.id })
      .from(ticket)
      .where(and(eq(ticket.id, id), isOld));
    if (!old) throw new AppError('event_refused');
    await tx.db.delete(ticketMessage).where(eq(ticketMessage.ticketId, id));
    await tx.db.delete(ticket).where(eq(ticket.id, id));
    return 1;
  }).catch((error: unknown) => {
    if (isAppError(error) && error.code === 'event_refused') return 0;
    throw error;
  });
