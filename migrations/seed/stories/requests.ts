import { days, hours, minutes } from '#platform/base/duration';
import { phoneOfPatient } from '../demo-patients';
import { sarahsChoice } from './sarahs-choice';
import { fullHouse } from './full-house';
import { open, type Story } from './story';

/** Requests that nobody was chosen for: not yet, or never. */
export const requests: readonly Story[] = [
  {
    name: `${phoneOfPatient('sarah')}:0`,
    phoneNumber: phoneOfPatient('sarah'),
    sent: days(9),
    fields: {
      ...open,
      treatment: 'dermatology',
      subTreatment: 'Mole Removal',
      bodyArea: 'face',
      description: 'A mole next to my nose that I would like to have looked at and removed.',
      locations: ['Antalya'],
      budget: 'under-1000',
    },
    steps: [
      {
        ...{ does: 'offer', clinic: 'lara', ago: days(8.5) },
        says: {
          dollars: 260,
          message:
            'We remove it with a scalpel and send it to a laboratory, whatever it looks like.',
          included: ['consultation', 'procedure', 'anaesthesia', 'histology'],
          doctor: 'Dr. Deniz Arslan',
        },
      },
      { does: 'cancel', ago: days(7), reason: 'I found a doctor at home.' },
    ],
  },
  sarahsChoice,
  {
    // No offer for a day: it is shown in all cities.
    name: `${phoneOfPatient('michael')}:0`,
    phoneNumber: phoneOfPatient('michael'),
    sent: hours(30),
    photos: 1,
    fields: {
      ...open,
      treatment: 'hair',
      subTreatment: 'Hair Transplant (FUE)',
      bodyArea: 'scalp-front',
      description: 'My hairline has been receding since my twenties.',
      locations: ['Istanbul'],
      budget: '1000-5000',
      timeline: 'flexible',
    },
    steps: [],
  },
  {
    // Held back for the review team: the notes ask to be called.
    name: `${phoneOfPatient('emma')}:0`,
    phoneNumber: phoneOfPatient('emma'),
    sent: hours(1),
    fields: {
      ...open,
      treatment: 'cosmetic',
      subTreatment: 'Rhinoplasty (Nose Job)',
      bodyArea: 'face-side',
      description: 'Please call me at 212 555 0103 so that I can explain what I have in mind.',
      budget: '5000-10000',
      timeline: '6-months',
    },
    steps: [],
  },
  {
    name: `${phoneOfPatient('emma')}:1`,
    phoneNumber: phoneOfPatient('emma'),
    sent: minutes(0),
    fields: {
      ...open,
      treatment: 'dental',
      subTreatment: 'Teeth Whitening',
      bodyArea: 'smile',
      locations: ['Ankara'],
      timeline: '1-month',
    },
    steps: [],
  },
  fullHouse,
  {
    // Nobody chose within thirty days, and the only offer ran out before.
    name: 'peter:extraction',
    phoneNumber: phoneOfPatient('peter'),
    sent: days(33),
    fields: {
      ...open,
      treatment: 'dental',
      subTreatment: 'Tooth Extraction',
      bodyArea: 'xray',
      description: 'A wisdom tooth that lies across, lower right.',
      locations: ['Ankara'],
      budget: 'under-1000',
      timeline: 'flexible',
    },
    steps: [
      {
        ...{ does: 'offer', clinic: 'lanterns', ago: days(31) },
        says: {
          dollars: 310,
          message: 'Surgical extraction under local anaesthesia. Stitches dissolve by themselves.',
          included: ['consultation', 'procedure', 'anaesthesia', 'surgical-extraction'],
          extra: { sedation: 140 },
        },
      },
      { does: 'wait', ago: days(2) },
    ],
  },
  {
    // Two days without an offer: its patient is asked what to do.
    name: 'peter:scar',
    phoneNumber: phoneOfPatient('peter'),
    sent: hours(53),
    fields: {
      ...open,
      treatment: 'dermatology',
      subTreatment: 'Scar Treatment',
      bodyArea: 'hands',
      description:
        'A burn on the back of my left hand, eleven years old, tight when I make a fist.',
      locations: ['Antalya'],
      budget: 'under-1000',
      timeline: '6-months',
    },
    steps: [],
  },
  {
    name: 'james:whitening',
    phoneNumber: phoneOfPatient('james'),
    asks: ['galata', 'courtyard'],
    sent: hours(3),
    fields: {
      ...open,
      treatment: 'dental',
      subTreatment: 'Teeth Whitening',
      bodyArea: 'smile',
      description:
        'Coffee stains, and one crown at the front that will not get lighter with the rest.',
      timeline: '1-month',
    },
    steps: [],
  },
  // Nobody has answered these yet.
  {
    name: 'nora:dental',
    phoneNumber: phoneOfPatient('nora'),
    sent: hours(5),
    photos: 1,
    fields: {
      ...open,
      treatment: 'dental',
      subTreatment: 'Dental Crown',
      bodyArea: 'smile',
      description:
        'Two crowns at the front that have grown dark at the edge. They are twelve years old.',
      locations: ['Istanbul'],
      budget: '1000-5000',
      timeline: '1-month',
    },
    steps: [],
  },
  {
    name: 'tom:hair',
    phoneNumber: phoneOfPatient('tom'),
    sent: hours(11),
    fields: {
      ...open,
      treatment: 'hair',
      subTreatment: 'Hair Transplant (FUT)',
      bodyArea: 'scalp-back',
      description: 'A second session after one that I had elsewhere, mainly the crown.',
      locations: ['Istanbul', 'Ankara'],
      budget: '1000-5000',
      timeline: 'flexible',
    },
    steps: [],
  },
  {
    name: 'ines:blepharoplasty',
    phoneNumber: phoneOfPatient('ines'),
    sent: hours(2),
    fields: {
      ...open,
      treatment: 'cosmetic',
      subTreatment: 'Blepharoplasty (Eyelid)',
      bodyArea: 'face-front',
      description: 'Heavy upper lids, worse in the evening. I wear contact lenses.',
      locations: ['Istanbul'],
      budget: '1000-5000',
      timeline: '3-months',
    },
    steps: [],
  },
  {
    name: 'karl:skin',
    phoneNumber: phoneOfPatient('karl'),
    sent: hours(7),
    fields: {
      ...open,
      treatment: 'dermatology',
      subTreatment: 'Skin Cancer Screening',
      bodyArea: 'body',
      description:
        'Many moles, one of them has changed since summer. I would like all of them looked at.',
      locations: ['Antalya'],
      budget: 'under-1000',
      timeline: 'asap',
    },
    steps: [],
  },
];
