import { attachmentField, uploadAttachmentCall } from '#contracts/attachments';
import {
  askMaskingReviewCall,
  blockConversationCall,
  conversationsCall,
  markReadCall,
  messagesCall,
  reportConversationCall,
  sendMessageCall,
} from '#contracts/messaging';
import {
  askForMaskingReview,
  closeConversation,
  complainOf,
  conversationOf,
  ownInbox,
  seeConversation,
  showConversation,
  showMessage,
  unreadMessages,
  writeMessage,
} from '#workflows';
import type { Ctx } from '#platform/context';
import { AppError } from '#platform/base/errors';
import { receiveAttachments } from '#app/attachments/receive-attachments.server';
import { asParty, endpoint, type Http } from '#app/http/api.server';
import { idempotent } from '#app/http/idempotent.server';
import { ownersOf } from '#app/http/owners.server';

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
  endpoint(markReadCall, async (ctx, { params, query }, http) =>
    seeConversation(await found(ctx, http, params), query),
  ),
  endpoint(reportConversationCall, async (ctx, { params, body }, http) =>
    complainOf(await found(ctx, http, params), body),
  ),
  endpoint(askMaskingReviewCall, async (ctx, { params }, http) =>
    askForMaskingReview(await found(ctx, http, params), params),
  ),
  endpoint(blockConversationCall, async (ctx, { params }, http) =>
    closeConversation(await found(ctx, http, params)),
  ),
];

/** What patients and clinics send each other: files, and the messages that they belong to. */
export const conversationEndpoints = [...attachments, ...conversations];
