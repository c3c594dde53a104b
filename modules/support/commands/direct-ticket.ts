import { eq } from 'drizzle-orm';
import type { ActorOf } from '#platform/actor';
import { audit } from '#platform/audit';
import { transaction, type Ctx } from '#platform/context';
import { AppError } from '#platform/errors';
import { dispatch } from '#platform/flow';
import { answerClocks } from '../answer-clocks.server';
import { anyTicket, lockTicket, tellTeam } from '../repo.server';
import type { TicketPriority } from '../status';
import { ticket } from '../tables.server';
import { ticketFlow } from '../ticket.flow.server';

type Staff = Ctx<ActorOf<'staff'>>;
interface Which {
  readonly ticketId: string;
}

/** Nothing is left to say. @throws AppError `not_found`, `event_refused` for one that is closed */
export const closeTicket = (ctx: Staff, { ticketId }: Which): Promise<void> =>
  transaction(ctx, async (tx) => {
    const { id } = await anyTicket(tx, ticketId);
    await dispatch(tx, ticketFlow, { id, event: { type: 'support.close' } });
  });

/** It waits for the team again, with its clocks. @throws AppError `not_found`, `event_refused` for one that waits */
export const reopenTicket = (ctx: Staff, { ticketId }: Which): Promise<void> =>
  transaction(ctx, async (tx) => {
    const { id } = await anyTicket(tx, ticketId);
    const event = { type: 'support.reopen', clocks: await answerClocks(tx) } as const;
    await dispatch(tx, ticketFlow, { id, event });
  });

/** Somebody of staff takes care of it; null: nobody. Whether they exist the caller found out. @throws AppError `not_found` */
export const assignTicket = (
  ctx: Staff,
  { ticketId, staffId }: Which & { staffId: string | null },
): Promise<void> =>
  change(ctx, ticketId, {
    set: { assigneeId: staffId },
    action: 'support.assign',
    facts: { staffId },
  });

/** @throws AppError `not_found`, `event_refused` where it has it already */
export const setTicketPriority = (
  ctx: Staff,
  { ticketId, priority }: Which & { priority: TicketPriority },
): Promise<void> =>
  change(ctx, ticketId, { set: { priority }, action: 'support.set-priority', facts: { priority } });

function change(
  ctx: Staff,
  ticketId: string,
  {
    set,
    action,
    facts,
  }: {
    set: Partial<Pick<typeof ticket.$inferSelect, 'assigneeId' | 'priority'>>;
    action: string;
    facts: Record<string, string | null>;
  },
): Promise<void> {
  return transaction(ctx, async (tx) => {
    const before = await lockTicket(tx, ticketId);
    const isSame = Object.entries(set).every(
      ([key, value]) => before[key as keyof typeof set] === value,
    );
    if (isSame) throw new AppError('event_refused');
    await tx.db.update(ticket).set(set).where(eq(ticket.id, before.id));
    await audit(tx, { action, object: { type: 'ticket', id: before.id }, facts });
    await tellTeam(tx);
  });
}
