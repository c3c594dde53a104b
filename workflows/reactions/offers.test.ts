import { declineOffer, withdrawOffer } from '#modules/offers';
import { cancelLead } from '#modules/leads';
import { days } from '#platform/base/duration';
import { provePages } from '../../tests/kit/event-proof';
import { offered, pass, published } from '../../tests/kit/event-scenes';
import { write } from '../conversations/testing';
import { reviseOffer } from '../offers/send-offer';
import { acceptShownOffer } from '../offers/shown-offers';
import { sentOffer, someClinics, someOfferFields, withoutBudgets } from '../offers/testing';
import { offerPages } from './offers';

provePages(
  offerPages,
  {
    'offers.made': [
      {
        by: 'offers.send',
        arrange: async (kit) => {
          const [clinic] = await someClinics(kit);
          const { leadId } = await published(kit);
          return () => sentOffer(clinic!, leadId);
        },
      },
    ],
    'offers.revised': [
      {
        by: 'offers.revise',
        arrange: async (kit) => {
          const { clinic, offerId } = await offered(kit);
          const fields = someOfferFields({ amountCents: 240_000 });
          return () => reviseOffer(clinic, { offerId, fields });
        },
      },
    ],
    'offers.answered': [
      {
        by: 'messaging.send',
        arrange: async (kit) => {
          const { patient, offerId } = await offered(kit);
          return () => write(patient, offerId, 'When could I come?');
        },
      },
    ],
    'offers.accepted': [
      {
        by: 'offers.accept',
        arrange: async (kit) => {
          const { patient, offerId } = await offered(kit);
          return () => acceptShownOffer(patient, { offerId });
        },
      },
    ],
    'offers.declined': [
      {
        by: 'offers.decline',
        arrange: async (kit) => {
          const { patient, offerId } = await offered(kit);
          return () => declineOffer(patient, { offerId, reason: 'price' });
        },
      },
      {
        by: 'offers.accept',
        arrange: async (kit) => {
          const { patient, offerId } = await offered(kit, 2);
          return () => acceptShownOffer(patient, { offerId });
        },
      },
      {
        by: 'leads.cancel',
        arrange: async (kit) => {
          const { patient, leadId } = await offered(kit);
          return () => cancelLead(patient, { leadId, reason: 'Changed my mind.' });
        },
      },
    ],
    'offers.withdrawn': [
      {
        by: 'offers.withdraw',
        arrange: async (kit) => {
          const { clinic, offerId } = await offered(kit);
          return () => withdrawOffer(clinic, { offerId });
        },
      },
    ],
    'offers.expired': [
      {
        by: 'offers.validity-window',
        arrange: async (kit) => {
          await offered(kit);
          return () => pass(kit, days(15));
        },
      },
    ],
  },
  withoutBudgets,
);
