import { messagingFacts } from '#contracts/messaging';
import { isUnread } from '#modules/messaging';
import { closedAmong } from '#modules/offers';
import type { Ctx } from '#platform/context';
import { mailOf } from './mail-of';

const isClosed = async (ctx: Ctx, offerId: string): Promise<boolean> =>
  (await closedAmong(ctx, [offerId])).has(offerId);

/** What the two sides of a conversation are told: that there is something to read, never what. */
export const conversationMails = {
  'messaging.unread': mailOf({
    about: 'request',
    topic: 'messages',
    by: 'both',
    on: messagingFacts['messaging.unread'],
    to: async ({ to, patientId, clinicId, offerId }, ctx) =>
      to === 'patient'
        ? [{ type: to, id: patientId }]
        : (await isClosed(ctx, offerId))
          ? []
          : [{ type: to, id: clinicId }],
    ids: ({ offerId, to }) => ({ offerId, to }),
    page: ({ offerId }, reader) =>
      reader === 'clinic' ? `/clinic/conversation/${offerId}` : `/conversation/${offerId}`,
    // Read meanwhile, or closed for the clinic: there is no news any more.
    values: async (ctx, { offerId = '', to: side }) => {
      const to = side === 'clinic' ? 'clinic' : 'patient';
      if (to === 'clinic' && (await isClosed(ctx, offerId))) return null;
      return (await isUnread(ctx, { offerId, to })) ? {} : null;
    },
  }),
};
