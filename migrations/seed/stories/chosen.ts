import { days, hours, minutes } from '#platform/base/duration';
import { phoneOfPatient } from '../demo-patients';
import { open, type Story } from './story';

/** Requests for which an offer was chosen, and that wait for the treatment, or for another choice. */
export const chosen: readonly Story[] = [
  {
    // The clinic has proposed a day; the patient has not answered yet.
    name: 'michael:beard',
    phoneNumber: phoneOfPatient('michael'),
    sent: days(12),
    fields: {
      ...open,
      treatment: 'hair',
      subTreatment: 'Beard Transplant',
      bodyArea: 'beard',
      description: 'Two bare spots on the left cheek, about the size of a coin each.',
      budget: '1000-5000',
      timeline: '3-months',
    },
    steps: [
      {
        ...{ does: 'offer', clinic: 'northGate', ago: days(11.7) },
        says: {
          dollars: 1_650,
          message:
            'About 400 grafts per cheek, one session of five hours. You can fly home on the third day.',
          included: ['consultation', 'procedure', 'anaesthesia', 'medication', 'follow-up'],
          extra: { revision: 400 },
          doctor: 'Dr. Kaan Gunes',
          earliest: days(14),
        },
      },
      { does: 'accept', clinic: 'northGate', ago: days(3) },
      {
        ...{ does: 'propose', clinic: 'northGate', by: 'clinic', ago: days(2) },
        ...{
          startsIn: days(18),
          note: 'Please wash your beard in the morning and do not shave it.',
        },
      },
      {
        ...{ does: 'write', clinic: 'northGate', by: 'clinic', ago: hours(20) },
        text: 'We have proposed a day. If you take blood thinners, tell us before you book the flight.',
      },
    ],
  },
  {
    // The day is agreed on; the other clinic has learned where its price lay.
    name: 'olivia:nose',
    phoneNumber: phoneOfPatient('olivia'),
    sent: days(20),
    photos: 1,
    fields: {
      ...open,
      treatment: 'cosmetic',
      subTreatment: 'Rhinoplasty (Nose Job)',
      bodyArea: 'face-side',
      description:
        'A small hump since a fall as a child. I breathe badly on the right, so function matters to me as much as the look.',
      budget: '5000-10000',
      timeline: '3-months',
      patientInfo: { ageBand: '25-34', gender: 'female', medicalHistory: '', allergies: '' },
    },
    steps: [
      { does: 'open-photos', clinic: 'figTree', ago: days(19.6) },
      {
        ...{ does: 'offer', clinic: 'figTree', ago: days(19.5) },
        says: {
          dollars: 5_400,
          listDollars: 6_000,
          message:
            'We would straighten the septum in the same operation. General anaesthesia, one night in hospital, splint off on day seven.',
          included: [
            ...['consultation', 'procedure', 'anaesthesia', 'medication', 'follow-up'],
            ...['facility-fee', 'revision'],
          ],
          extra: { 'cartilage-graft': 650 },
          doctor: 'Dr. Leyla Uslu',
          earliest: days(10),
          files: [
            {
              name: 'Treatment plan',
              lines: ['Treatment plan', 'Septorhinoplasty, open approach', 'One night in hospital'],
            },
          ],
        },
      },
      {
        ...{ does: 'offer', clinic: 'lara', ago: days(19) },
        says: {
          dollars: 4_900,
          message: 'Closed approach under general anaesthesia. You stay in Antalya for eight days.',
          included: ['consultation', 'procedure', 'anaesthesia', 'follow-up'],
          extra: { 'facility-fee': 800, medication: 120 },
          doctor: 'Dr. Ipek Soylu',
        },
      },
      {
        ...{ does: 'write', clinic: 'figTree', by: 'patient', ago: days(18) },
        text: 'Is the septum part of the price, or is it the graft line?',
      },
      {
        ...{ does: 'write', clinic: 'figTree', by: 'clinic', ago: days(17.9) },
        text: 'The septum is part of the procedure. Only if we have to take cartilage from the ear, 650 USD come on top.',
      },
      { does: 'accept', clinic: 'figTree', ago: days(16) },
      { does: 'propose', clinic: 'figTree', by: 'patient', startsIn: days(11), ago: days(15) },
      { does: 'agree', clinic: 'figTree', by: 'clinic', ago: days(14.8) },
      {
        ...{ does: 'write', clinic: 'figTree', by: 'clinic', ago: days(14) },
        text: 'Here is what to bring and what not to take in the week before.',
        files: [
          {
            name: 'Before your operation',
            lines: ['Before your operation', 'No aspirin for ten days', 'Bring your blood results'],
          },
        ],
      },
      { does: 'read', clinic: 'figTree', by: 'patient', ago: days(13) },
    ],
  },
  {
    // Cancelled by the clinic; the patient has sent the request again (below).
    name: 'lucia:first',
    phoneNumber: phoneOfPatient('lucia'),
    sent: days(28),
    fields: {
      ...open,
      treatment: 'cosmetic',
      subTreatment: 'Liposuction',
      bodyArea: 'body-side',
      description: 'Hips and outer thighs. My weight has been stable for two years.',
      locations: ['Istanbul', 'Antalya'],
      budget: '1000-5000',
      timeline: '3-months',
    },
    steps: [
      {
        ...{ does: 'offer', clinic: 'lara', ago: days(27.5) },
        says: {
          dollars: 3_100,
          message: 'Tumescent technique, one night in the clinic, garment included.',
          included: [
            'consultation',
            'procedure',
            'anaesthesia',
            'overnight-stay',
            'compression-garment',
          ],
          doctor: 'Dr. Ipek Soylu',
        },
      },
      { does: 'accept', clinic: 'lara', ago: days(25) },
      {
        ...{ does: 'cancel-deal', clinic: 'lara', by: 'clinic', ago: days(6) },
        ...{ code: 'clinic-unable', reason: 'Dr. Soylu is on leave until spring. We are sorry.' },
      },
    ],
  },
  {
    name: 'lucia:again',
    phoneNumber: phoneOfPatient('lucia'),
    sent: days(5),
    fields: {
      ...open,
      treatment: 'cosmetic',
      subTreatment: 'Liposuction',
      bodyArea: 'body-side',
      description: 'Hips and outer thighs. My weight has been stable for two years.',
      locations: ['Istanbul', 'Antalya'],
      budget: '1000-5000',
      timeline: '3-months',
    },
    steps: [
      {
        ...{ does: 'offer', clinic: 'figTree', ago: days(4) },
        says: {
          dollars: 3_600,
          message: 'We operate in a hospital and keep you for one night. Drains are not used.',
          included: [
            ...['consultation', 'procedure', 'anaesthesia', 'overnight-stay'],
            ...['compression-garment', 'stitch-removal', 'follow-up'],
          ],
          doctor: 'Dr. Leyla Uslu',
          earliest: days(21),
        },
      },
      {
        ...{ does: 'write', clinic: 'figTree', by: 'patient', ago: days(3) },
        text: 'Could I fly home after five days, or is that too early?',
      },
      {
        ...{ does: 'write', clinic: 'figTree', by: 'clinic', ago: minutes(50) },
        text: 'Seven days are safer, because of swelling in the legs. We would see you on day six.',
      },
    ],
  },
];
