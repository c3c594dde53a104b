import { days } from '#platform/base/duration';
import { phoneOfPatient } from '../demo-patients';
import { open, type Story } from './story';

const home = { country: 'GB', zone: 'Europe/London' } as const;
const well = { pain: 'mild', breathing: 'no', swelling: 'no', bleeding: 'no', fever: 'no' };

/** Treatments whose day is over, and on which the last word is not said. */
export const treated: readonly Story[] = [
  {
    // Treated, and both say the same price: the patient may review it.
    name: 'daniel:crown',
    phoneNumber: phoneOfPatient('daniel'),
    sent: days(32),
    fields: {
      ...open,
      treatment: 'dental',
      subTreatment: 'Dental Crown',
      bodyArea: 'mouth',
      description: 'A molar that had a root canal two years ago and has begun to crack.',
      locations: ['Istanbul'],
      budget: 'under-1000',
      timeline: '1-month',
    },
    steps: [
      {
        ...{ does: 'offer', clinic: 'oldQuay', ago: days(31.5) },
        says: {
          dollars: 390,
          message: 'A zirconia crown in two visits, five days apart. The build-up is in the price.',
          included: ['consultation', 'procedure', 'anaesthesia', 'core-build-up', 'follow-up'],
          doctor: 'Dr. Sinan Ozer',
        },
      },
      { does: 'accept', clinic: 'oldQuay', ago: days(30) },
      { does: 'propose', clinic: 'oldQuay', by: 'clinic', startsIn: days(-9), ago: days(29) },
      { does: 'agree', clinic: 'oldQuay', by: 'patient', ago: days(28) },
      { does: 'confirm', clinic: 'oldQuay', by: 'clinic', dollars: 390, ago: days(4) },
      { does: 'confirm', clinic: 'oldQuay', by: 'patient', dollars: 390, ago: days(1) },
    ],
  },
  {
    // A month after the treatment: two days were answered, and the third is asked since yesterday.
    name: 'tom:month',
    phoneNumber: phoneOfPatient('tom'),
    sent: days(70),
    fields: {
      ...open,
      treatment: 'dental',
      subTreatment: 'Dental Implants',
      bodyArea: 'mouth',
      description:
        'The tooth beside my older implants has to go. I would like the same make again.',
      locations: ['Istanbul'],
      budget: '1000-5000',
      timeline: '1-month',
    },
    steps: [
      {
        ...{ does: 'offer', clinic: 'oldQuay', ago: days(69.5) },
        says: {
          dollars: 1_260,
          message: 'One implant with its crown, in two visits. We place the make that you have.',
          included: [
            ...['consultation', 'procedure', 'anaesthesia', 'implant-components'],
            ...['crown-on-implant', 'follow-up'],
          ],
          doctor: 'Dr. Sinan Ozer',
        },
      },
      { does: 'accept', clinic: 'oldQuay', ago: days(66) },
      { does: 'propose', clinic: 'oldQuay', by: 'clinic', startsIn: days(-31), ago: days(65) },
      { does: 'agree', clinic: 'oldQuay', by: 'patient', ago: days(64) },
      { does: 'confirm', clinic: 'oldQuay', by: 'clinic', dollars: 1_260, ago: days(30.6) },
      {
        ...{ does: 'give', clinic: 'oldQuay', ago: days(30.55) },
        given: {
          plan: 'Cold from outside on the first day. Soft food for a week, and the mouthwash twice a day. The stitches come out with your dentist at home after ten days. The crown follows in three months.',
          person: {
            ...{ name: 'Dr. Sinan Ozer', role: 'Implantologist' },
            ...{ phone: '+12125550199', email: 'oldquay.demo@example.com' },
          },
          used: [
            { name: 'Implant 4.1 × 10 mm (demo make)', lot: 'DEMO-4711' },
            { name: 'Healing abutment 4.8 mm (demo make)', lot: 'DEMO-1138' },
          ],
        },
      },
      { does: 'confirm', clinic: 'oldQuay', by: 'patient', dollars: 1_260, ago: days(30.5) },
      { does: 'agree-to-aftercare', clinic: 'oldQuay', from: home, ago: days(30.4) },
      {
        ...{ does: 'check-in', clinic: 'oldQuay', day: 1, from: home, ago: days(29.4) },
        answers: { ...well, recovery: 'expected' },
        note: 'A little swollen on the left, as you said it would be.',
      },
      {
        ...{ does: 'check-in', clinic: 'oldQuay', day: 7, from: home, ago: days(23.5) },
        answers: { ...well, pain: 'none', recovery: 'better' },
        note: 'I can chew on the other side without thinking of it.',
      },
    ],
  },
  {
    // Treated, and they say different prices: both are kept.
    name: 'daniel:implant',
    phoneNumber: phoneOfPatient('daniel'),
    sent: days(70),
    fields: {
      ...open,
      treatment: 'dental',
      subTreatment: 'Dental Implants',
      bodyArea: 'xray',
      description:
        'One implant on the upper right, tooth 15. I have a scan that is four months old.',
      budget: '1000-5000',
      timeline: '3-months',
    },
    steps: [
      {
        ...{ does: 'offer', clinic: 'lanterns', ago: days(69) },
        says: {
          dollars: 1_100,
          message: 'Implant and abutment now, the crown after twelve weeks.',
          included: ['consultation', 'procedure', 'anaesthesia', 'implant-components'],
          extra: { 'crown-on-implant': 350, 'ct-planning': 80 },
        },
      },
      { does: 'accept', clinic: 'lanterns', ago: days(66) },
      { does: 'propose', clinic: 'lanterns', by: 'clinic', startsIn: days(-50), ago: days(64) },
      { does: 'agree', clinic: 'lanterns', by: 'patient', ago: days(63) },
      {
        ...{ does: 'confirm', clinic: 'lanterns', by: 'patient', ago: days(48) },
        ...{ dollars: 1_180, reason: 'The scan was made again and charged.' },
      },
      { does: 'confirm', clinic: 'lanterns', by: 'clinic', dollars: 1_100, ago: days(47) },
      {
        ...{ does: 'review', clinic: 'lanterns', stars: 3, ago: days(40) },
        text: 'The implant is fine. The new scan was not in the offer as I had read it.',
      },
    ],
  },
  {
    // The clinic says treated; the patient has said nothing yet.
    name: 'nora:fillers',
    phoneNumber: phoneOfPatient('nora'),
    sent: days(22),
    fields: {
      ...open,
      treatment: 'cosmetic',
      subTreatment: 'Botox & Fillers',
      bodyArea: 'face-front',
      description: 'Frown lines only. I would like to be able to move my forehead afterwards.',
      locations: ['Antalya'],
      budget: 'under-1000',
      timeline: '1-month',
    },
    steps: [
      {
        ...{ does: 'offer', clinic: 'lara', ago: days(21.8) },
        says: {
          dollars: 280,
          message: 'A low dose on three points, and a free check after two weeks.',
          included: [
            ...['consultation', 'procedure', 'follow-up', 'revision'],
            ...['prescriber-consultation', 'qualified-practitioner'],
          ],
          notNeeded: ['anaesthesia', 'medication'],
          doctor: 'Dr. Deniz Arslan',
        },
      },
      { does: 'accept', clinic: 'lara', ago: days(20) },
      { does: 'propose', clinic: 'lara', by: 'patient', startsIn: days(-3), ago: days(19) },
      { does: 'agree', clinic: 'lara', by: 'clinic', ago: days(18) },
      { does: 'confirm', clinic: 'lara', by: 'clinic', dollars: 280, ago: days(2) },
    ],
  },
  {
    // The clinic says treated, the patient says it was not: staff look at it.
    name: 'james:strip',
    phoneNumber: phoneOfPatient('james'),
    sent: days(38),
    fields: {
      ...open,
      treatment: 'hair',
      subTreatment: 'Hair Transplant (FUT)',
      bodyArea: 'scalp-top',
      description: 'Thinning crown for ten years. I wear my hair long enough to hide a thin scar.',
      locations: ['Istanbul'],
      budget: '1000-5000',
      timeline: 'asap',
    },
    steps: [
      {
        ...{ does: 'offer', clinic: 'galata', ago: days(37.8) },
        says: {
          dollars: 2_100,
          message: 'About 2,200 grafts in one day, stitches out on day twelve.',
          included: ['consultation', 'procedure', 'anaesthesia', 'surgeon-performs', 'medication'],
          extra: { 'stitch-removal': 60 },
          doctor: 'Dr. Baris Tunca',
        },
      },
      { does: 'accept', clinic: 'galata', ago: days(36) },
      { does: 'propose', clinic: 'galata', by: 'clinic', startsIn: days(-8), ago: days(35) },
      { does: 'agree', clinic: 'galata', by: 'patient', ago: days(34) },
      { does: 'confirm', clinic: 'galata', by: 'clinic', dollars: 2_100, ago: days(6) },
      {
        ...{ does: 'deny', clinic: 'galata', by: 'patient', ago: days(5) },
        reason: 'My flight was cancelled and I told them the evening before. I was never there.',
      },
      {
        ...{ does: 'write', clinic: 'galata', by: 'patient', ago: days(5) },
        text: 'You have confirmed a treatment that did not take place. Please look at your calendar again.',
      },
    ],
  },
];
