import { days, hours } from '#platform/base/duration';
import { phoneOfPatient } from '../demo-patients';
import { open, type Story } from './story';

/** Offers in every state for one request: as many as it may have, one said no to, one taken back, two that ran out. */
export const fullHouse: Story = {
  name: 'hannah:gums',
  phoneNumber: phoneOfPatient('hannah'),
  sent: days(18),
  photos: 1,
  fields: {
    ...open,
    treatment: 'dental',
    subTreatment: 'Gum Treatment',
    bodyArea: 'mouth',
    description:
      'My gums bleed and two teeth feel loose. A dentist at home spoke of four quadrants of deep cleaning.',
    budget: 'under-1000',
    timeline: '1-month',
    patientInfo: {
      ...{ ageBand: '45-54', gender: 'female', allergies: '' },
      medicalHistory: 'Type 2 diabetes, well controlled',
    },
  },
  steps: [
    {
      ...{ does: 'offer', clinic: 'lanterns', ago: days(17.5) },
      says: {
        dollars: 690,
        message: 'Deep cleaning of all four quadrants in two visits.',
        included: ['consultation', 'procedure', 'anaesthesia', 'root-planing'],
      },
    },
    {
      ...{ does: 'offer', clinic: 'harbour', ago: days(17) },
      says: {
        dollars: 540,
        currency: 'EUR',
        message: 'Two appointments on two days, with a laser where it helps.',
        included: ['procedure', 'anaesthesia', 'root-planing'],
      },
    },
    {
      ...{ does: 'offer', clinic: 'oldQuay', ago: days(6) },
      says: {
        dollars: 880,
        message: 'We would begin with a full chart of your gums, then decide.',
        included: ['consultation', 'procedure'],
      },
    },
    { does: 'decline', clinic: 'oldQuay', reason: 'price', ago: days(5) },
    {
      ...{ does: 'offer', clinic: 'lanterns', ago: days(2.4) },
      says: {
        dollars: 640,
        message: 'Our first offer ran out, so here is a new one: deep cleaning in two visits.',
        included: ['consultation', 'procedure', 'anaesthesia', 'root-planing', 'gum-maintenance'],
        counted: { 'root-planing': { quantity: 2 }, 'gum-maintenance': { quantity: 1 } },
        doctor: 'Dr. Melis Acar',
        earliest: days(12),
      },
    },
    {
      ...{ does: 'offer', clinic: 'courtyard', ago: days(2) },
      says: {
        dollars: 720,
        message: 'Four quadrants in two days, and a check after six weeks by video.',
        included: [
          ...['consultation', 'procedure', 'anaesthesia', 'medication', 'follow-up'],
          ...['root-planing', 'gum-maintenance'],
        ],
        counted: { 'root-planing': { quantity: 4 }, 'gum-maintenance': { quantity: 2 } },
        journey: { trips: 1, nights: 3, guaranteeMonths: 12 },
        doctor: 'Dr. Asli Korkut',
        earliest: days(20),
      },
    },
    {
      ...{ does: 'offer', clinic: 'galata', ago: hours(26) },
      says: {
        dollars: 650,
        message: 'With diabetes we would like a blood sugar value of the last month first.',
        included: ['consultation', 'procedure', 'anaesthesia', 'follow-up', 'root-planing'],
        extra: { 'gum-maintenance': 140, hotel: 180 },
        counted: {
          'root-planing': { quantity: 2 },
          'gum-maintenance': { quantity: 2 },
          hotel: { quantity: 3 },
        },
        journey: { trips: 1, nights: 3, daysInCountry: 4 },
        assumptions: [
          { text: 'Both loose teeth can stay.', dollars: 220 },
          { text: 'The blood sugar value of the last month is below 8.' },
        ],
        doctor: 'Dr. Nil Ersoy',
        earliest: days(8),
      },
    },
    {
      ...{ does: 'write', clinic: 'galata', by: 'patient', ago: hours(20) },
      text: 'My last value was 6.4. Is that good enough? If it is easier, write to hannah dot lind at example dot com.',
    },
    {
      ...{ does: 'write', clinic: 'lanterns', by: 'clinic', ago: hours(19) },
      text: 'Pay 200 USD today by bank transfer and the rest in cash, then we can forget about this site.',
    },
    {
      ...{ does: 'report-talk', clinic: 'lanterns', by: 'patient', ago: hours(18) },
      reason: 'They want money in advance and outside of here.',
    },
    {
      ...{ does: 'offer', clinic: 'harbour', ago: hours(17) },
      says: {
        dollars: 560,
        currency: 'EUR',
        message: 'Two appointments on two days. This time with the maintenance visit.',
        included: ['procedure', 'anaesthesia', 'root-planing', 'gum-maintenance'],
      },
    },
    {
      ...{ does: 'offer', clinic: 'oldQuay', ago: hours(12) },
      says: {
        dollars: 610,
        message: 'A better price, as we have understood: everything but the medication.',
        included: ['consultation', 'procedure', 'anaesthesia', 'follow-up', 'root-planing'],
        doctor: 'Dr. Sinan Ozer',
      },
    },
    { does: 'withdraw', clinic: 'harbour', ago: hours(10) },
    {
      ...{ does: 'offer', clinic: 'harbour', ago: hours(9) },
      says: {
        dollars: 590,
        currency: 'EUR',
        message: 'Corrected: the medication is part of it, which we had left out.',
        included: ['procedure', 'anaesthesia', 'medication', 'root-planing', 'gum-maintenance'],
      },
    },
  ],
};
