import { days, hours, minutes } from '#platform/base/duration';
import { phoneOfPatient } from '../demo-patients';
import { open, type Said, type Story } from './story';

const galataSays: Said = {
  dollars: 2_780,
  listDollars: 3_200,
  message:
    'Two implants on the lower left, placed in one visit of about two hours. You come back after three months for the crowns. The CT scan is made here on the first day.',
  included: [
    ...['consultation', 'procedure', 'anaesthesia', 'medication', 'follow-up'],
    ...['ct-planning', 'implant-components'],
  ],
  extra: { 'crown-on-implant': 480 },
  counted: {
    procedure: { quantity: 2 },
    'implant-components': { quantity: 2, brand: 'Titanium, grade 4' },
    'crown-on-implant': { quantity: 2, brand: 'Zirconia' },
  },
  journey: { trips: 2, nights: 7, guaranteeMonths: 60 },
  assumptions: [
    { text: 'No bone graft is needed.', dollars: 400 },
    { text: 'The root of the older tooth is out already.' },
  ],
  doctor: 'Dr. Elif Aydin',
  earliest: days(16),
  availability: 'Mondays to Thursdays, four nights for the first visit',
  files: [
    {
      name: 'Plan for two implants',
      lines: ['Plan for two implants', 'Visit 1: scan and placement', 'Visit 2: crowns'],
    },
    { name: 'Our treatment room' },
  ],
};

/** The request that a newcomer opens first: four offers to compare, one of them revised after a question. */
export const sarahsChoice: Story = {
  name: `${phoneOfPatient('sarah')}:1`,
  phoneNumber: phoneOfPatient('sarah'),
  asks: ['galata'],
  sent: hours(30),
  photos: 2,
  fields: {
    ...open,
    treatment: 'dental',
    subTreatment: 'Dental Implants',
    bodyArea: 'mouth',
    description:
      'Two missing molars on the lower left. I would like to know how many visits it takes.',
    locations: ['Istanbul', 'Antalya'],
    budget: '1000-5000',
    timeline: '3-months',
    patientInfo: {
      ...{ ageBand: '35-44', gender: 'female', medicalHistory: '', allergies: 'Penicillin' },
    },
  },
  steps: [
    { does: 'open-photos', clinic: 'galata', ago: hours(29.2) },
    { does: 'offer', clinic: 'galata', says: galataSays, ago: hours(29) },
    { does: 'open-photos', clinic: 'courtyard', ago: hours(27) },
    {
      ...{ does: 'offer', clinic: 'courtyard', ago: hours(26.5) },
      says: {
        dollars: 2_950,
        message:
          'Two visits of three days. Because of your penicillin allergy we would use clindamycin. Crowns are part of the price.',
        included: [
          ...['consultation', 'procedure', 'anaesthesia', 'medication', 'follow-up', 'revision'],
          ...['ct-planning', 'implant-components', 'crown-on-implant'],
        ],
        counted: { procedure: { quantity: 2 }, 'crown-on-implant': { quantity: 2 } },
        journey: { trips: 2, nights: 6 },
        doctor: 'Dr. Asli Korkut',
        earliest: days(24),
        availability: 'Any week except the first of the month',
      },
    },
    {
      ...{ does: 'offer', clinic: 'harbour', ago: hours(22) },
      says: {
        dollars: 2_400,
        currency: 'EUR',
        message: 'One fixed price in euros for implants and crowns, two visits of four days.',
        included: [
          'consultation',
          'procedure',
          'anaesthesia',
          'implant-components',
          'crown-on-implant',
        ],
        extra: { 'ct-planning': 90 },
        counted: {
          procedure: { quantity: 3 },
          'crown-on-implant': { quantity: 3, brand: 'Metal ceramic' },
        },
        doctor: 'Dr. Tarik Onal',
        earliest: days(9),
      },
    },
    {
      ...{ does: 'offer', clinic: 'oldQuay', ago: hours(8) },
      says: {
        dollars: 2_300,
        message: 'We can begin next week. Please send us a recent X-ray if you have one.',
        included: ['procedure', 'anaesthesia', 'implant-components'],
        doctor: 'Dr. Sinan Ozer',
        earliest: days(7),
      },
    },
    {
      ...{ does: 'write', clinic: 'galata', by: 'patient', ago: hours(7) },
      text: 'I am allergic to penicillin. Which antibiotic would you use, and is it part of the price? You can also reach me at 212 555 0101.',
    },
    {
      ...{ does: 'write', clinic: 'galata', by: 'clinic', ago: hours(5) },
      text: 'Clindamycin, for five days, and yes, it is included. We have seen that the crowns worried you, so we are sending a new offer with a lower price for them.',
    },
    {
      ...{ does: 'revise', clinic: 'galata', ago: hours(4.8) },
      says: { ...galataSays, extra: { 'crown-on-implant': 420 }, files: [], earliest: days(14) },
    },
    {
      ...{ does: 'let-look-on', relative: 'Emily', ago: hours(3) },
      note: 'Galata answers what you ask. Is the hotel part of the price anywhere?',
    },
    {
      ...{ does: 'write', clinic: 'courtyard', by: 'clinic', ago: minutes(40) },
      text: 'If you tell us which week suits you, we keep two days for you until Friday.',
      files: [
        {
          name: 'What happens in two visits',
          lines: ['What happens in two visits', 'Visit 1: implants', 'Visit 2: crowns'],
        },
      ],
    },
  ],
};
