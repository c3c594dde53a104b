import { days, hours } from '#platform/base/duration';
import type { FlowSample } from '#engine/testing';

const a = '6c7d6a5e-94f4-4a15-9f6c-0a5f5f6a000a';
const b = '6c7d6a5e-94f4-4a15-9f6c-0a5f5f6a000b';
const c = '6c7d6a5e-94f4-4a15-9f6c-0a5f5f6a000c';
const d = '6c7d6a5e-94f4-4a15-9f6c-0a5f5f6a000d';

const lead = {
  leadId: a,
  patientId: b,
  windows: {
    screening: hours(1),
    widening: hours(24),
    notice: hours(48),
    reminder: days(25),
    expiry: days(30),
  },
};

const clocks = { reminder: hours(24), escalation: hours(48), breach: hours(72) };
const evidence = [
  { complete: true, accepted: true, clocks },
  { complete: false, accepted: false, clocks },
];

const answerClocks = { clocks: { reminder: hours(2), answer: hours(4) }, closing: days(14) };

/** By name of the flow; a flow without one fails the test. */
export const flowSamples: Record<string, FlowSample> = {
  'identity.otp-challenge': { inputs: [{ challengeId: a }] },
  'leaving.archive': {
    inputs: [{ archiveId: a, ownerKind: 'patient', ownerId: b }],
    events: { 'leaving.archive-made': [{ bytes: 1_000 }] },
  },
  'leaving.erasure': { inputs: [{ erasureId: a, kind: 'clinic', personId: b }] },
  'leads.lead': {
    inputs: [
      { ...lead, findings: [] },
      { ...lead, findings: ['link'] },
    ],
    events: {
      'leads.offer-received': [{ offerId: c }, { offerId: d }],
      'leads.offer-gone': [{ offerId: c }, { offerId: d }],
      'leads.offer-accepted': [{ offerId: c }],
    },
  },
  'leads.ask': {
    inputs: [{ leadId: a, patientId: b, clinicId: c, window: hours(24) }],
    events: {
      'leads.ask-publish': [{ keepsPlace: true }, { keepsPlace: false }],
      'leads.ask-refuse': [{ reason: 'fully-booked' }],
      'leads.ask-end': [{ because: 'request' }, { because: 'clinic' }],
    },
  },
  'offers.offer': {
    inputs: [{ offerId: a, leadId: b, patientId: c, clinicId: d, validity: days(14) }],
    events: {
      'offers.decline': [
        { because: 'patient', reason: 'price' },
        { because: 'not-chosen', reason: null },
      ],
      'offers.withdraw': [{ by: 'clinic' }],
    },
  },
  'deals.deal': {
    inputs: [
      {
        ...{ offerId: a, leadId: b, patientId: c, clinicId: d },
        sealed: { amountCents: 200_000, currency: 'USD' },
        windows: {
          date: days(14),
          visit: hours(24),
          treatment: days(2),
          report: days(7),
          firstNudge: days(5),
          secondNudge: days(10),
          silence: days(14),
        },
      },
    ],
    events: {
      'deals.propose': [{ timeId: a, by: 'patient', startsAt: '2026-02-01T09:00:00.000Z' }],
      'deals.accept-time': [{ timeId: a, by: 'clinic' }],
      'deals.decline-time': [{ timeId: a, by: 'clinic' }],
      'deals.confirm': [
        { by: 'patient', amountCents: 200_000, currency: 'USD' },
        { by: 'clinic', amountCents: 210_000, currency: 'EUR' },
      ],
      'deals.deny': [{ by: 'patient' }, { by: 'clinic' }],
      'deals.cancel': [
        { by: 'patient', code: 'dates' },
        { by: 'staff', code: 'other' },
      ],
      'deals.review': [{ reviewId: a }],
    },
  },
  'aftercare.care': {
    inputs: [
      {
        ...{ offerId: a, leadId: b, patientId: c, clinicId: d },
        endsAt: '2027-02-08T10:00:00.000Z',
      },
    ],
  },
  'aftercare.check-in': {
    inputs: [
      {
        ...{ offerId: a, leadId: b, patientId: c, clinicId: d, checkInId: a },
        ...{ day: 7, dueAt: '2026-02-08T10:00:00.000Z', zone: 'Europe/London' },
        windows: { late: days(7), reply: hours(24) },
      },
    ],
    events: {
      'aftercare.answer': [{ danger: false }, { danger: true }],
      'aftercare.move': [{ dueAt: '2026-02-08T18:00:00.000Z', zone: 'America/Los_Angeles' }],
    },
  },
  'companions.share': {
    inputs: [
      { shareId: a, leadId: b, offerId: null, patientId: c, window: days(7) },
      { shareId: a, leadId: b, offerId: d, patientId: c, window: days(7) },
    ],
    events: {
      'companions.end': [{ because: 'request-ended' }, { because: 'account-closed' }],
    },
  },
  'outcomes.outcome': {
    inputs: [
      {
        ...{ offerId: a, leadId: b, patientId: c, clinicId: d },
        windows: { halfYear: days(182), year: days(365), answer: days(60) },
        treatedAt: '2026-02-01T09:00:00.000Z',
      },
    ],
    events: {
      'outcomes.answer': [
        { answerId: a, moment: 'half-year' },
        { answerId: a, moment: 'year' },
      ],
    },
  },
  'support.ticket': {
    inputs: [
      { ticketId: a, owner: 'patient', ownerId: b, ...answerClocks },
      { ticketId: a, owner: 'visitor', ownerId: null, ...answerClocks },
    ],
    events: {
      'support.write': [{ clocks: answerClocks.clocks }],
      'support.answer': [{ messageId: c, closing: days(14) }],
      'support.reopen': [{ clocks: answerClocks.clocks }],
    },
  },
  'clinic-onboarding.application': {
    inputs: evidence.map((each) => ({ clinicId: a, ...each })),
    events: {
      'clinic-onboarding.change-documents': evidence,
      'clinic-onboarding.review-documents': evidence,
      'clinic-onboarding.resubmit': evidence,
    },
  },
};
