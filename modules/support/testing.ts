import type { ActorOf } from '#platform/actor';
import { transaction, type Ctx } from '#platform/context';
import { newId } from '#platform/ids';
import { openTicket } from './commands/open-ticket';
import { writeToTicket } from './commands/write-to-ticket';

type Party = Ctx<ActorOf<'patient'> | ActorOf<'clinic'>>;

/** A ticket of the acting person; answers its id. */
export const openedTicket = (
  ctx: Party,
  words: { subject?: string; message?: string } = {},
): Promise<string> =>
  transaction(ctx, async (tx) => {
    const id = newId();
    const { subject = 'My request', message = 'When does it open?' } = words;
    await openTicket(tx, { id, subject, message });
    return id;
  });

/** The acting person writes once more; answers the message's id. */
export const writtenTo = (
  ctx: Party,
  ticketId: string,
  text = 'One more thing.',
): Promise<string> =>
  transaction(ctx, async (tx) => {
    const messageId = newId();
    await writeToTicket(tx, { ticketId, messageId, text });
    return messageId;
  });
