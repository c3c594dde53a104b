import { approveLead, cancelLead, openCities, rejectLead, sendLeadBack } from '#modules/leads';
import { declineOffer } from '#modules/offers';
import { saveFilter } from '#modules/exchange';
import { system } from '#platform/base/actor';
import { days, hours, type Duration } from '#platform/base/duration';
import { submitted } from '../../modules/leads/testing';
import { advance } from '../../tests/kit/clock';
import { provePages, type WayOf } from '../../tests/kit/event-proof';
import { held, offered, pass, published, somePatient, staff } from '../../tests/kit/event-scenes';
import { announceMatches } from '../exchange/announce-matches';
import { acceptShownOffer } from '../offers/shown-offers';
import { sentOffer, someClinics, withoutBudgets } from '../offers/testing';
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
    ],
    'leads.reminder-due': [goesBy('leads.reminder-window', days(4), days(24))],
    'leads.completed': [
      {
        by: 'offers.accept',
        arrange: async (kit) => {
          const { patient, offerId } = await offered(kit, 2);
          return () => acceptShownOffer(patient, { offerId });
        },
      },
    ],
    'leads.cancelled': [
      {
        by: 'leads.cancel',
        arrange: async (kit) => {
          const { patient, leadId } = await offered(kit);
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
    ],
    'leads.expired': [goesBy('leads.expiry-window', days(20), days(11))],
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
