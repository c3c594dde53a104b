import type { ActorOf } from '#platform/actor';
import { transaction, type Ctx } from '#platform/context';
import { minutes, seconds } from '#platform/duration';
import { dispatch } from '#platform/flow';
import { newId } from '#platform/ids';
import { enqueue } from '#platform/jobs';
import { readSetting } from '#platform/settings';
import { addMessage, addUnread, anyTicket } from '../repo.server';
import { ticketWindows } from '../settings';
import { tellAnswerJob } from '../tell-answer-job';
import { ticketFlow } from '../ticket.flow.server';

/** How long its owner has to look at the open page before the answer is told of elsewhere. */
const patience = { message: seconds(5), chat: minutes(2) } as const;

/**
 * Staff answer. Who has an account is told that there is something to read; a visitor gets the answer by mail.
 *
 * @throws AppError `not_found`, `event_refused` for one that was erased meanwhile
 */
export async function answerTicket(
  ctx: Ctx<ActorOf<'staff'>>,
  { ticketId, text }: { ticketId: string; text: string },
): Promise<void> {
  await transaction(ctx, async (tx) => {
    const { id, owner, kind } = await anyTicket(tx, ticketId);
    const messageId = newId();
    const { closing } = await readSetting(tx, ticketWindows);
    const event = { type: 'support.answer', messageId, closing } as const;
    await dispatch(tx, ticketFlow, { id, event });
    const staffId = ctx.actor.id;
    await addMessage(tx, { id: messageId, ticketId: id, from: 'staff', staffId, text });
    if (owner === 'visitor') return;
    await addUnread(tx, { id, messageId });
    const burst = { ticketId: id, messageId };
    await enqueue(tx, tellAnswerJob, burst, { key: messageId, startAfter: patience[kind] });
  });
}
