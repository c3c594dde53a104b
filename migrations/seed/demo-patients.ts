import type { LeadFields } from '#contracts/consultation';
import { days, hours, minutes, type Duration } from '#platform/duration';

export interface DemoRequest {
  readonly fields: LeadFields;
  /** How long ago each of it happened. */
  readonly sent: Duration;
  readonly published?: Duration;
  readonly cancelled?: { readonly ago: Duration; readonly reason: string };
}

export interface DemoPatient {
  /** E.164; of the range that is kept free for examples. */
  readonly phoneNumber: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly joined: Duration;
  readonly requests: readonly DemoRequest[];
}

const open = {
  photos: [],
  locations: [],
  budget: null,
  timeline: null,
  patientInfo: null,
  description: '',
} satisfies Partial<LeadFields>;

/** Nobody real: the last name says so wherever it is shown. */
export const demoPatients: readonly DemoPatient[] = [
  {
    phoneNumber: '+12125550101',
    firstName: 'Sarah',
    lastName: 'Miller (demo)',
    email: 'sarah.demo@example.com',
    joined: days(12),
    requests: [
      {
        fields: {
          ...open,
          treatment: 'dermatology',
          subTreatment: 'Mole Removal',
          bodyArea: 'face',
          description: 'A mole next to my nose that I would like to have looked at and removed.',
          locations: ['Antalya'],
          budget: 'under-1000',
        },
        sent: days(9),
        published: days(9),
        cancelled: { ago: days(7), reason: 'I found a doctor at home.' },
      },
      {
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
            ageBand: '35-44',
            gender: 'female',
            medicalHistory: '',
            allergies: 'Penicillin',
          },
        },
        sent: hours(6),
        published: hours(5.8),
      },
    ],
  },
  {
    phoneNumber: '+12125550102',
    firstName: 'Michael',
    lastName: 'Carter (demo)',
    email: 'michael.demo@example.com',
    joined: days(3),
    requests: [
      {
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
        sent: hours(30),
        published: hours(29.8),
      },
    ],
  },
  {
    phoneNumber: '+12125550103',
    firstName: 'Emma',
    lastName: 'Novak (demo)',
    email: 'emma.demo@example.com',
    joined: hours(2),
    requests: [
      {
        // Held back for the review team: the notes ask to be called.
        fields: {
          ...open,
          treatment: 'cosmetic',
          subTreatment: 'Rhinoplasty (Nose Job)',
          bodyArea: 'face-side',
          description: 'Please call me at 212 555 0103 so that I can explain what I have in mind.',
          budget: '5000-10000',
          timeline: '6-months',
        },
        sent: hours(1),
      },
      {
        fields: {
          ...open,
          treatment: 'dental',
          subTreatment: 'Teeth Whitening',
          bodyArea: 'smile',
          locations: ['Ankara'],
          timeline: '1-month',
        },
        sent: minutes(0),
      },
    ],
  },
];
