import { noteEvents, shareEvents } from '#contracts/companions';
import type { Ctx } from '#platform/context';
import type { Values } from '../notifications/notification';
import { eventPage, itsPatient } from './event-page';

const live = { patient: ['companions.changed'] };

/** A patient lets a relative look on, by a link. */
export const companionPages = [
  eventPage(shareEvents['companions.shared'], {
    when: 'A patient makes a link to the offers for a request, or to a deal; it lasts seven days.',
    causedBy: ['companions.share-comparison', 'companions.share-deal'],
    rows: { 'companions.share': 'new' },
    audit: ['companions.share'],
    live,
  }),

  eventPage(shareEvents['companions.opened'], {
    when: 'A browser exchanges the token of a link for a cookie, once.',
    causedBy: ['companions.open'],
    rows: { 'companions.share': 'cookie_hash, last_opened_at, opened_at, state, token_hash' },
    audit: ['companions.open'],
    live,
  }),

  eventPage(shareEvents['companions.ended'], {
    when: 'A link is taken back, its seven days are over, or what it shows is: it shows nothing any more.',
    causedBy: [
      'companions.revoke',
      'companions.link-window',
      'leads.completed',
      'leads.cancelled',
      'deals.cancelled',
      'leaving.delete-account',
    ],
    rows: { 'companions.share': 'cookie_hash, ended_at, ended_because, state, token_hash' },
    audit: ['companions.revoke'],
    live,
  }),

  eventPage(noteEvents['companions.note-written'], {
    when: 'A companion writes a note, which only the patient reads.',
    causedBy: ['companions.write-note'],
    rows: { 'companions.note': 'new' },
    live,
    notify: {
      'companions.note-written': {
        about: 'request',
        topic: 'messages',
        by: 'product',
        to: itsPatient,
        ids: ({ leadId, offerId }) => ({ leadId, ...(offerId ? { offerId } : {}) }),
        page: ({ leadId, offerId }) =>
          offerId ? `/deal/${offerId}/companions` : `/offers/${leadId}/companions`,
        values: (_ctx: Ctx): Promise<Values> => Promise.resolve({}),
      },
    },
  }),
];
