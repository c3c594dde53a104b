import type { Side } from '#platform/base/actor';
import { attachmentField, uploadAttachmentCall } from '#contracts/attachments';
import {
  addViewCall,
  askMaskingReviewCall,
  askViewCall,
  blockConversationCall,
  conversationsCall,
  markReadCall,
  messagesCall,
  reportConversationCall,
  sendMessageCall,
  translateMessageCall,
} from '#contracts/messaging';
import {
  markReadCall as markNoticesReadCall,
  noticesCall,
  preferencesCall,
  setPreferencesCall,
} from '#contracts/notifications';
import {
  openTicketCall,
  ticketCall,
  ticketReadCall,
  ticketsCall,
  writeToTicketCall,
} from '#contracts/support';
import {
  markNoticesRead,
  ownPreferences,
  ownQuietHours,
  unreadNotices,
} from '#modules/notifications';
import {
  markTicketRead,
  openTicket,
  ownTickets,
  readOwnTicket,
  readTicket,
  readTicketMessage,
  writeToTicket,
} from '#modules/support';
import { AppError } from '#platform/base/errors';
import type { Ctx, CtxOf } from '#platform/context';
import {
  addView,
  askForMaskingReview,
  askForView,
  closeConversation,
  complainOf,
  conversationOf,
  ownInbox,
  ownNotices,
  seeConversation,
  setOwnPreferences,
  showConversation,
  showMessage,
  translateMessage,
  unreadMessages,
  writeMessage,
} from '#workflows';
import { receiveAttachments } from '#app/conversation/conversation-page.server';
import { asParty, endpoint, type Http } from '#app/http/api.server';
import { idempotent } from '#app/http/idempotent.server';
import { ownersOf } from '#app/http/session.server';

const attachments = [
  endpoint(
    uploadAttachmentCall,
    async (ctx, _input, { request }) => {
      const { attachments: files } = await receiveAttachments(ctx, request);
      const [first] = files;
      if (!first)
        throw new AppError('validation_failed', {
          fields: { [attachmentField]: ['documents.error.none'] },
        });
      return { id: first.id, ids: files.map(({ id }) => id), attachments: files };
    },
    asParty,
  ),
];

/** As whom the offer belongs to, where the browser is signed in as both. */
const found = async (ctx: Ctx, { request }: Http, { offerId }: { offerId: string }) =>
  conversationOf(ctx, { owners: await ownersOf(ctx, request), offerId });

const aboutView = async (
  ctx: CtxOf<Side>,
  { offerId }: { offerId: string },
  messageId: string,
) => ({
  message: await showMessage(
    await conversationOf(ctx, { owners: [ctx.actor], offerId }),
    messageId,
  ),
});

const conversations = [
  endpoint(
    conversationsCall,
    async (ctx, { query: { cursor } }) => {
      const [page, [unread]] = await Promise.all([
        ownInbox(ctx, { cursor }),
        unreadMessages(ctx, [ctx.actor]),
      ]);
      return { ...page, unread: unread! };
    },
    // The header of an open page asks by itself.
    { ...asParty, quiet: true },
  ),
  endpoint(messagesCall, async (ctx, { params, query }, http) =>
    showConversation(await found(ctx, http, params), query),
  ),
  endpoint(sendMessageCall, async (ctx, { params, body: fields }, http) => {
    const talk = await found(ctx, http, params);
    const request = { call: sendMessageCall, input: { ...params, ...fields }, http };
    return idempotent(talk.ctx, request, {
      make: async (tx, messageId) => {
        await writeMessage({ ...talk, ctx: tx }, { ...params, messageId, fields });
        return { id: messageId };
      },
      read: async (reader, id) => ({ message: await showMessage({ ...talk, ctx: reader }, id) }),
    });
  }),
  endpoint(askViewCall, async (ctx, { params, body }) =>
    aboutView(ctx, params, await askForView(ctx, { ...params, ...body })),
  ),
  endpoint(addViewCall, async (ctx, { params, body }) =>
    aboutView(ctx, params, await addView(ctx, { ...params, photoId: body.photo })),
  ),
  endpoint(markReadCall, async (ctx, { params, query }, http) =>
    seeConversation(await found(ctx, http, params), query),
  ),
  endpoint(reportConversationCall, async (ctx, { params, body }, http) =>
    complainOf(await found(ctx, http, params), body),
  ),
  endpoint(askMaskingReviewCall, async (ctx, { params }, http) =>
    askForMaskingReview(await found(ctx, http, params), params),
  ),
  endpoint(translateMessageCall, async (ctx, { params }, http) => ({
    message: await translateMessage(await found(ctx, http, params), params),
  })),
  endpoint(blockConversationCall, async (ctx, { params }, http) =>
    closeConversation(await found(ctx, http, params)),
  ),
];

/** What patients and clinics send each other: files, and the messages that they belong to. */
export const conversationEndpoints = [...attachments, ...conversations];

/** What patients and clinics, in whatever state their application is, write to the team. */
export const supportEndpoints = [
  endpoint(
    openTicketCall,
    async (ctx, { body }, http) =>
      idempotent(
        ctx,
        { call: openTicketCall, input: body, http },
        {
          make: async (tx, id) => {
            await openTicket(tx, { id, ...body });
            return { id };
          },
          read: async (reader, id) => ({ ticket: await readOwnTicket(reader, id) }),
        },
      ),
    asParty,
  ),
  endpoint(ticketsCall, (ctx, { query: { cursor } }) => ownTickets(ctx, { cursor }), asParty),
  endpoint(
    ticketCall,
    (ctx, { params: { id: ticketId }, query: { cursor } }) => readTicket(ctx, { ticketId, cursor }),
    asParty,
  ),
  endpoint(
    writeToTicketCall,
    async (ctx, { params: { id: ticketId }, body: { text } }, http) =>
      idempotent(
        ctx,
        { call: writeToTicketCall, input: { ticketId, text }, http },
        {
          make: async (tx, messageId) => {
            await writeToTicket(tx, { ticketId, messageId, text });
            return { id: messageId };
          },
          read: async (reader, messageId) => ({
            message: await readTicketMessage(reader, { ticketId, messageId }),
          }),
        },
      ),
    asParty,
  ),
  endpoint(
    ticketReadCall,
    (ctx, { params: { id: ticketId }, query: { upTo } }) => markTicketRead(ctx, { ticketId, upTo }),
    asParty,
  ),
];

const unreadOfMine = async (ctx: CtxOf<Side>) => (await unreadNotices(ctx, [ctx.actor]))[0]!;

async function ownChoices(ctx: CtxOf<Side>) {
  const [preferences, quietHours] = await Promise.all([ownPreferences(ctx), ownQuietHours(ctx)]);
  return { preferences, quietHours };
}

/** In-app notifications of patients and clinics, and what they are notified of. */
export const noticeEndpoints = [
  endpoint(
    noticesCall,
    async (ctx, { query: { cursor } }) => {
      const [page, unread] = await Promise.all([ownNotices(ctx, { cursor }), unreadOfMine(ctx)]);
      return { ...page, ...unread };
    },
    // The header of an open page asks by itself.
    { ...asParty, quiet: true },
  ),
  endpoint(
    markNoticesReadCall,
    async (ctx, { body }) => {
      await markNoticesRead(ctx, body);
      return unreadOfMine(ctx);
    },
    asParty,
  ),
  endpoint(preferencesCall, (ctx) => ownChoices(ctx), asParty),
  endpoint(
    setPreferencesCall,
    async (ctx, { body }) => {
      await setOwnPreferences(ctx, body);
      return ownChoices(ctx);
    },
    asParty,
  ),
];
