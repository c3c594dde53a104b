import { messagingFacts } from '#contracts/messaging';
import { isUnread } from '#modules/messaging';
import { mailOf } from './mail-of';

/** What the two sides of a conversation are told: that there is something to read, never what. */
export const conversationMails = {
  'messaging.unread': mailOf({
    about: 'request',
    topic: 'messages',
    by: 'both',
    on: messagingFacts['messaging.unread'],
    to: ({ to, patientId, clinicId }) =>
      to === 'patient' ? [{ type: to, id: patientId }] : [{ type: to, id: clinicId }],
    ids: ({ offerId, to }) => ({ offerId, to }),
    page: ({ offerId }, reader) =>
      reader === 'clinic' ? `/clinic/conversation/${offerId}` : `/conversation/${offerId}`,
    // Read meanwhile: there is nothing to tell any more.
    values: async (ctx, { offerId = '', to }) =>
      (await isUnread(ctx, { offerId, to: to === 'clinic' ? 'clinic' : 'patient' })) ? {} : null,
  }),
};
