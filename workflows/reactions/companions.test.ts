import { openShare, revokeShare, writeNote } from '#modules/companions';
import { cancelDeal } from '#modules/deals';
import { cancelLead } from '#modules/leads';
import { days } from '#platform/base/duration';
import { provePages, type WayOf } from '../../tests/kit/event-proof';
import { begun, offered, pass, published, shared } from '../../tests/kit/event-scenes';
import { closeOwnAccount } from '../leaving/close-account';
import { acceptShownOffer } from '../offers/offers';
import { withoutBudgets } from '../offers/testing';
import { companionPages } from './companions';

type Scene = Awaited<ReturnType<typeof offered>>;
type Made = Awaited<ReturnType<typeof shared>>;

/** Something happens to a link to the offers for a request that has one, opened by a browser. */
const ofOpened = (by: string, happens: (scene: Scene, made: Made) => Promise<unknown>): WayOf => ({
  by,
  arrange: async (kit) => {
    const scene = await offered(kit);
    const made = await shared(scene.patient, { kind: 'comparison', id: scene.leadId });
    await openShare(kit.ctx(), { token: made.token });
    return () => happens(scene, made);
  },
});

provePages(
  companionPages,
  {
    'companions.shared': [
      {
        by: 'companions.share-comparison',
        arrange: async (kit) => {
          const { patient, leadId } = await published(kit);
          return () => shared(patient, { kind: 'comparison', id: leadId });
        },
      },
      {
        by: 'companions.share-deal',
        arrange: async (kit) => {
          const { patient, offerId } = await begun(kit);
          return () => shared(patient, { kind: 'deal', id: offerId });
        },
      },
    ],
    'companions.opened': [
      {
        by: 'companions.open',
        arrange: async (kit) => {
          const { patient, leadId } = await published(kit);
          const { token } = await shared(patient, { kind: 'comparison', id: leadId });
          return () => openShare(kit.ctx(), { token });
        },
      },
    ],
    'companions.ended': [
      ofOpened('companions.revoke', ({ patient }, { link }) =>
        revokeShare(patient, { shareId: link._id }),
      ),
      {
        by: 'companions.link-window',
        arrange: async (kit) => {
          const { patient, leadId } = await offered(kit);
          await shared(patient, { kind: 'comparison', id: leadId });
          return () => pass(kit, days(7.1));
        },
      },
      ofOpened('offers.accept', ({ patient, offerId }) => acceptShownOffer(patient, { offerId })),
      ofOpened('leads.cancel', ({ patient, leadId }) =>
        cancelLead(patient, { leadId, reason: null }),
      ),
      {
        by: 'deals.cancel',
        arrange: async (kit) => {
          const { patient, offerId } = await begun(kit);
          await shared(patient, { kind: 'deal', id: offerId });
          return () => cancelDeal(patient, { offerId, code: 'dates', reason: 'Another time.' });
        },
      },
      ofOpened('leaving.delete-account', ({ patient }) => closeOwnAccount(patient)),
    ],
    'companions.note-written': [
      {
        by: 'companions.write-note',
        arrange: async (kit) => {
          const { patient, leadId } = await published(kit);
          const { token } = await shared(patient, { kind: 'comparison', id: leadId });
          const { token: cookie } = await openShare(kit.ctx(), { token });
          return () =>
            writeNote(kit.ctx(), { cookie, text: 'Ask about the hotel.', author: 'Ann' });
        },
      },
    ],
  },
  withoutBudgets,
);
