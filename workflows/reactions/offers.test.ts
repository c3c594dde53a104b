import { declineOffer, withdrawOffer } from '#modules/offers';
import { cancelLead } from '#modules/leads';
import { system } from '#platform/base/actor';
import { days, hours } from '#platform/base/duration';
import { announceEnds } from '../../modules/offers/commands.server';
import { advance } from '../../tests/kit/clock';
import { signedInClinic } from '../../tests/kit/clinics';
import { provePages, type WayOf } from '../../tests/kit/event-proof';
import {
  offered,
  pass,
  published,
  beginsAnew,
  staff,
  waitingReaction,
} from '../../tests/kit/event-scenes';
import type { TestServices } from '../../tests/kit/services';
import { write } from '../conversations/testing';
import { reviseOffer, acceptShownOffer } from '../offers/offers';
import { sentOffer, someClinics, someOfferFields, withoutBudgets } from '../offers/testing';
import { closeOwnAccount } from '../leaving/close-account';
import { suspendClinicAndEndSessions } from '../review-clinic';
import { offerPages } from './offers';

/** From when an offer was sent until an hour before it ends. */
const lastHour = hours(14 * 24 - 1);

const suspended = async (kit: TestServices) => {
  const { clinic } = await offered(kit);
  const reason = 'The license could not be verified.';
  return () => suspendClinicAndEndSessions(staff(kit), { clinicId: clinic.actor.id, reason });
};
const closed = async (kit: TestServices) => {
  const { ctx } = await signedInClinic(kit.ctx());
  await sentOffer(ctx, (await published(kit)).leadId);
  return () => closeOwnAccount(ctx);
};

/** What follows in a job of its own when a clinic ends. */
const clinicEnds = (
  [
    ['clinic-onboarding.suspended', 'offers.withdraw-with-clinic', suspended],
    ['leaving.account-closed', 'offers.withdraw-with-account', closed],
    [
      'identity.account-detached',
      'offers.withdraw-with-number',
      (kit: TestServices) => beginsAnew(kit, 'clinic'),
    ],
  ] as const
).map(([event, job, end]): WayOf => ({
  by: event,
  arrange: async (kit) => {
    const ends = await end(kit);
    await ends();
    return waitingReaction(kit, job);
  },
}));

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
      {
        by: 'offers.send',
        arrange: async (kit) => {
          const [first, second] = await someClinics(kit, 2);
          const { leadId } = await published(kit);
          await sentOffer(first!, leadId);
          return () => sentOffer(second!, leadId);
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
      ...[1, 2].map((offers) => ({
        by: 'offers.decline',
        arrange: async (kit: TestServices) => {
          const { patient, offerId } = await offered(kit, offers);
          return () => declineOffer(patient, { offerId, reason: 'price' });
        },
      })),
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
      ...[1, 2].map((offers) => ({
        by: 'offers.withdraw',
        arrange: async (kit: TestServices) => {
          const { clinic, offerId } = await offered(kit, offers);
          return () => withdrawOffer(clinic, { offerId });
        },
      })),
      ...clinicEnds,
    ],
    'offers.ending': [
      ...[false, true].map((isRevised) => ({
        by: 'offers.announce-ends',
        arrange: async (kit: TestServices) => {
          const { clinic, offerId } = await offered(kit);
          const announce = () => announceEnds(kit.ctx(system('test')));
          if (isRevised) {
            await advance(kit.services, lastHour);
            await announce();
            await reviseOffer(clinic, { offerId, fields: someOfferFields() });
          }
          await advance(kit.services, lastHour);
          return announce;
        },
      })),
    ],
    'offers.expired': [
      {
        by: 'offers.validity-window',
        arrange: async (kit) => {
          await offered(kit, 2);
          return () => pass(kit, days(15));
        },
      },
    ],
  },
  withoutBudgets,
);
