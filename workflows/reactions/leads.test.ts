import {
  approveLead,
  cancelLead,
  openCities,
  refuseAsk,
  rejectLead,
  sendLeadBack,
} from '#modules/leads';
import { cancelDeal } from '#modules/deals';
import { declineOffer, withdrawOffer } from '#modules/offers';
import { saveFilter } from '#modules/exchange';
import { system } from '#platform/base/actor';
import { days, hours, type Duration } from '#platform/base/duration';
import { submitted } from '../../modules/leads/testing';
import { advance } from '../../tests/kit/clock';
import { provePages, type WayOf } from '../../tests/kit/event-proof';
import {
  beginsAnew,
  begun,
  held,
  offered,
  pass,
  published,
  shared,
  somePatient,
  staff,
  waitingReaction,
} from '../../tests/kit/event-scenes';
import { signedInClinic, teamMember } from '../../tests/kit/clinics';
import type { TestServices } from '../../tests/kit/services';
import { suspendClinicAndEndSessions } from '../review-clinic';
import { sendAgain } from '../deals/send-again';
import { announceMatches } from '../exchange/announce-matches';
import { closeOwnAccount } from '../leaving/close-account';
import { takeConsentBack } from '../leaving/withdraw-consent';
import { acceptShownOffer } from '../offers/offers';
import { sentOffer, someClinics, withoutBudgets } from '../offers/testing';
import { changeRequest } from '../request-again';
import { giveRequest } from '../team';
import { leadPages } from './leads';

/** The time of a published request goes by. */
const goesBy = (by: string, before: Duration, length: Duration): WayOf => ({
  by,
  arrange: async (kit) => {
    await published(kit);
    await pass(kit, before);
    return () => pass(kit, length);
  },
});

/** A request that asks a clinic is published. */
const publishedAsking: WayOf = {
  by: 'admin.leads.approve',
  arrange: async (kit) => {
    const [clinic] = await someClinics(kit);
    const asks = [clinic!.actor.id];
    const { _id: leadId } = await submitted(await somePatient(kit), {}, { asks });
    return () => approveLead(staff(kit), { leadId });
  },
};

/** A published request that asks a clinic. */
async function asked(kit: TestServices) {
  const [clinic] = await someClinics(kit);
  const request = await published(kit, [clinic!]);
  return { ...request, clinic: clinic! };
}

/** A request that was sent back and that nobody changes. */
const unchanged: WayOf = {
  by: 'leads.return-window',
  arrange: async (kit) => {
    const { leadId } = await held(kit);
    await sendLeadBack(staff(kit), { leadId, reason: 'Please change it.' });
    return () => pass(kit, days(31));
  },
};

provePages(
  leadPages,
  {
    'leads.submitted': [
      {
        by: 'leads.submit',
        arrange: async (kit) => {
          const patient = await somePatient(kit);
          return () => submitted(patient);
        },
      },
      {
        by: 'leads.submit',
        arrange: async (kit) => {
          const patient = await somePatient(kit);
          return () => submitted(patient, { description: 'Call +1 212 555 0199' });
        },
      },
      {
        by: '/deal/:id',
        arrange: async (kit) => {
          const { patient, offerId } = await begun(kit);
          await cancelDeal(patient, {
            offerId,
            code: 'changed-mind',
            reason: 'I waited too long.',
          });
          return () => sendAgain(patient, { offerId });
        },
      },
    ],
    'leads.sent-back': [
      {
        by: 'admin.leads.send-back',
        arrange: async (kit) => {
          const { leadId } = await held(kit);
          return () => sendLeadBack(staff(kit), { leadId, reason: 'Please change it.' });
        },
      },
    ],
    'leads.published': [
      publishedAsking,
      {
        by: 'admin.leads.approve',
        arrange: async (kit) => {
          const { leadId } = await held(kit);
          return () => approveLead(staff(kit), { leadId });
        },
      },
      {
        by: 'leads.screening-window',
        arrange: async (kit) => {
          await submitted(await somePatient(kit));
          return () => pass(kit, hours(1));
        },
      },
    ],
    'leads.widened': [goesBy('leads.widening-window', hours(1), hours(47.5))],
    'leads.no-offers-yet': [goesBy('leads.notice-window', hours(1), days(4))],
    'leads.cities-opened': [
      {
        by: 'leads.open-cities',
        arrange: async (kit) => {
          const { patient, leadId } = await published(kit);
          await pass(kit, days(4));
          return () => openCities(patient, { leadId });
        },
      },
    ],
    'leads.offers-received': [
      {
        by: 'offers.send',
        arrange: async (kit) => {
          const [clinic] = await someClinics(kit);
          const { leadId } = await published(kit);
          return () => sentOffer(clinic!, leadId);
        },
      },
    ],
    'leads.offers-gone': [
      {
        by: 'offers.decline',
        arrange: async (kit) => {
          const { patient, offerId } = await offered(kit);
          return () => declineOffer(patient, { offerId, reason: 'price' });
        },
      },
      {
        by: 'offers.withdraw',
        arrange: async (kit) => {
          const { clinic, offerId } = await offered(kit);
          return () => withdrawOffer(clinic, { offerId });
        },
      },
      {
        by: 'offers.validity-window',
        arrange: async (kit) => {
          await offered(kit);
          return () => pass(kit, days(15));
        },
      },
    ],
    'leads.reminder-due': [goesBy('leads.reminder-window', days(4), days(24))],
    'leads.completed': [
      {
        by: 'offers.accept',
        arrange: async (kit) => {
          const { patient, offerId, leadId } = await offered(kit, 2);
          await shared(patient, { kind: 'comparison', id: leadId });
          return () => acceptShownOffer(patient, { offerId });
        },
      },
    ],
    'leads.cancelled': [
      {
        by: 'leads.cancel',
        arrange: async (kit) => {
          const { patient, leadId } = await offered(kit);
          await shared(patient, { kind: 'comparison', id: leadId });
          return () => cancelLead(patient, { leadId, reason: 'Changed my mind.' });
        },
      },
      {
        by: 'admin.leads.reject',
        arrange: async (kit) => {
          const { leadId } = await held(kit);
          return () => rejectLead(staff(kit), { leadId, reason: 'Please describe it.' });
        },
      },
      {
        by: 'leads.expiry-window',
        arrange: async (kit) => {
          await published(kit);
          return () => pass(kit, days(31));
        },
      },
      unchanged,
      {
        by: 'leads.change',
        arrange: async (kit) => {
          const { patient, leadId } = await published(kit);
          return () => changeRequest(patient, { leadId, replaceDraft: false });
        },
      },
      {
        by: 'identity.set-consent',
        arrange: async (kit) => {
          const { patient } = await published(kit);
          return () => takeConsentBack(patient, { kind: 'sharing-with-clinics' });
        },
      },
      {
        by: 'leaving.delete-account',
        arrange: async (kit) => {
          const { patient } = await published(kit);
          return () => closeOwnAccount(patient);
        },
      },
    ],
    'leads.expired': [goesBy('leads.expiry-window', days(20), days(11)), unchanged],
    'leads.clinic-asked': [publishedAsking],
    'leads.ask-refused': [
      {
        by: 'leads.decline-ask',
        arrange: async (kit) => {
          const { clinic, leadId } = await asked(kit);
          return () => refuseAsk(clinic, { leadId, reason: 'fully-booked' });
        },
      },
    ],
    'leads.ask-lapsed': [
      {
        by: 'leads.place-window',
        arrange: async (kit) => {
          // One that has its first offer: no clock of the request itself rings in a day.
          const { leadId } = await asked(kit);
          const [other] = await someClinics(kit);
          await sentOffer(other!, leadId);
          return () => pass(kit, hours(25));
        },
      },
    ],
    'leads.ask-ended': [
      {
        by: 'clinic-onboarding.suspended',
        arrange: async (kit) => {
          const { clinic } = await asked(kit);
          const reason = 'The license could not be verified.';
          await suspendClinicAndEndSessions(staff(kit), { clinicId: clinic.actor.id, reason });
          return waitingReaction(kit, 'offers.withdraw-with-clinic');
        },
      },
      {
        by: 'leaving.account-closed',
        arrange: async (kit) => {
          const { ctx } = await signedInClinic(kit.ctx());
          await published(kit, [ctx]);
          await closeOwnAccount(ctx);
          return waitingReaction(kit, 'offers.withdraw-with-account');
        },
      },
      {
        by: 'identity.account-detached',
        arrange: async (kit) => {
          const ends = await beginsAnew(kit, 'clinic');
          await ends();
          return waitingReaction(kit, 'offers.withdraw-with-number');
        },
      },
    ],
    'exchange.request-given': (['exchange.give-request', '/clinic/request/:id'] as const).map(
      (by) => ({
        by,
        arrange: async (kit: TestServices) => {
          const { leadId } = await published(kit);
          const { ctx } = await signedInClinic(kit.ctx());
          const member = await teamMember(ctx, 'doctor');
          const { id: memberId } = member.ctx.actor.member;
          // From one member to another one, and from none.
          if (by === '/clinic/request/:id')
            await giveRequest(ctx, { leadId, memberId: ctx.actor.member.id });
          return () => giveRequest(ctx, { leadId, memberId });
        },
      }),
    ),
    'exchange.filter-matched': [
      {
        by: 'exchange.announce-matches',
        arrange: async (kit) => {
          const [clinic] = await someClinics(kit);
          await saveFilter(clinic!, { name: 'All', query: {}, mails: true });
          await published(kit);
          await advance(kit.services, hours(2));
          return () => announceMatches(kit.ctx(system('test')));
        },
      },
    ],
  },
  withoutBudgets,
);
