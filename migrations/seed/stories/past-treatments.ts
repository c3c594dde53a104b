import type { BodyArea, Category, SubTreatment } from '#contracts/consultation';
import { templateOf } from '#contracts/offers';
import { days, hours, milliseconds, minutes, type Duration } from '#platform/base/duration';
import type { ClinicName } from '../approved-clinics';
import { phoneOfPatient, type PatientName } from '../demo-patients';
import { open, planGiven, type Step, type Story } from './story';

/** A treatment that is over, from the request to the review. */
interface Past {
  readonly who: PatientName;
  readonly clinic: ClinicName;
  readonly what: readonly [Category, SubTreatment, BodyArea];
  readonly ago: Duration;
  /** From the publication to the offer. */
  readonly answered: Duration;
  readonly dollars: number;
  /** What the treatment cost in the end, and why, where that is another price. */
  readonly paid?: readonly [number, string];
  readonly stars: number;
  readonly review: string;
  readonly answer?: string;
  readonly reported?: string;
}

/** The clinic whose figures are all shown, one that has just enough of them, and two that have too few. */
const past: readonly Past[] = [
  {
    who: 'sarah',
    clinic: 'galata',
    what: ['dental', 'Root Canal', 'mouth'],
    ago: days(118),
    answered: minutes(42),
    dollars: 420,
    stars: 5,
    review:
      'One visit of two hours, no pain afterwards. The final filling was part of the price, as the offer said.',
    answer: 'Thank you. Please have the tooth looked at once a year, at home is fine.',
  },
  {
    who: 'nora',
    clinic: 'galata',
    what: ['dental', 'Dental Implants', 'mouth'],
    ago: days(110),
    answered: minutes(65),
    dollars: 2_900,
    stars: 5,
    review:
      'Two implants in four days, the crowns three months later. They showed me the scan and explained why the third one was not needed.',
  },
  {
    who: 'tom',
    clinic: 'galata',
    what: ['hair', 'Hair Transplant (FUE)', 'scalp-front'],
    ago: days(101),
    answered: hours(2),
    dollars: 2_400,
    stars: 4,
    review:
      'A long day, ten hours with breaks, but well looked after. The wash on the second day could have been explained better.',
    answer: 'You are right about the wash: we now hand out a sheet with pictures.',
  },
  {
    who: 'ines',
    clinic: 'galata',
    what: ['dental', 'Dental Crown', 'smile'],
    ago: days(96),
    answered: minutes(38),
    dollars: 1_350,
    paid: [1_510, 'One more crown, asked for on the first day.'],
    stars: 4,
    review: 'Three crowns became four, because I asked for it. Colour matches well.',
  },
  {
    who: 'karl',
    clinic: 'galata',
    what: ['hair', 'Beard Transplant', 'beard'],
    ago: days(88),
    answered: hours(5),
    dollars: 1_900,
    stars: 5,
    review: 'Dense and natural after five months. They answered questions weeks later, too.',
  },
  {
    who: 'amira',
    clinic: 'galata',
    what: ['dental', 'Gum Treatment', 'mouth'],
    ago: days(80),
    answered: minutes(55),
    dollars: 640,
    stars: 3,
    review: 'Treatment fine, waiting room full: my second appointment began seventy minutes late.',
    answer: 'We are sorry. We have moved to longer slots since.',
  },
  {
    who: 'nora',
    clinic: 'courtyard',
    what: ['dental', 'Teeth Whitening', 'smile'],
    ago: days(72),
    answered: hours(3),
    dollars: 290,
    stars: 5,
    review: 'Checked my teeth first and sent me away with trays that fit. Two shades lighter.',
  },
  {
    who: 'tom',
    clinic: 'courtyard',
    what: ['dental', 'Tooth Extraction', 'mouth'],
    ago: days(66),
    answered: hours(4),
    dollars: 380,
    stars: 4,
    review: 'Two wisdom teeth, calm and quick. The sedation was extra, which the offer said.',
  },
  {
    who: 'ines',
    clinic: 'courtyard',
    what: ['dental', 'Orthodontics (Braces)', 'smile'],
    ago: days(61),
    answered: hours(7),
    dollars: 2_200,
    stars: 5,
    review: 'Honest about how often I have to come back. Retainers are in the price.',
    answer: 'See you in spring for the next adjustment.',
  },
  {
    who: 'karl',
    clinic: 'courtyard',
    what: ['dental', 'Root Canal', 'mouth'],
    ago: days(54),
    answered: hours(2),
    dollars: 450,
    stars: 5,
    review: 'They found a fourth canal that my dentist at home had missed.',
  },
  {
    who: 'amira',
    clinic: 'courtyard',
    what: ['dental', 'Dental Crown', 'mouth'],
    ago: days(47),
    answered: hours(6),
    dollars: 520,
    stars: 2,
    review:
      'The crown came off on the flight home. It was fixed free of charge, but I had to fly twice. They only want your money.',
    answer:
      'We paid for the repair and offered the flight. A crown must not come off, and we have changed the cement.',
    reported: 'The last sentence is not about the treatment.',
  },
  {
    who: 'nora',
    clinic: 'lara',
    what: ['dermatology', 'Mole Removal', 'face'],
    ago: days(40),
    answered: hours(1),
    dollars: 310,
    stars: 5,
    review: 'Report from the laboratory after six days, in English. The scar is a thin line.',
  },
  {
    who: 'amira',
    clinic: 'lara',
    what: ['dermatology', 'Scar Treatment', 'body'],
    ago: days(34),
    answered: hours(9),
    dollars: 780,
    stars: 4,
    review: 'Three sessions in two weeks. It is softer and paler, and nobody promised more.',
  },
];

/** Days from the request to each of what followed. */
const story = (one: Past, index: number): Story => {
  const { who, clinic, answered, dollars, paid = [dollars] as const } = one;
  const [treatment, subTreatment, bodyArea] = one.what;
  // Not all of it at the same time of the day.
  const ago = milliseconds(one.ago + minutes(97 * index));
  const later = (length: Duration): Duration => milliseconds(ago - length);
  const [final, reason] = paid;
  const lines = templateOf(subTreatment).map(({ key }) => key);
  const confirm = { does: 'confirm', clinic, dollars: final, reason } as const;
  const steps: Step[] = [
    {
      ...{ does: 'offer', clinic, ago: later(answered) },
      says: {
        dollars,
        message: 'Thank you for your request. This is what we propose after looking at it.',
        included: lines.filter((key) => key !== 'revision'),
        notNeeded: ['revision'],
      },
    },
    { does: 'accept', clinic, ago: later(days(1)) },
    {
      ...{ does: 'propose', clinic, by: 'clinic', ago: later(days(2)) },
      startsIn: milliseconds(days(9) - ago),
    },
    { does: 'agree', clinic, by: 'patient', ago: later(days(3)) },
    { ...confirm, by: 'clinic', ago: later(days(11)) },
    ...(index % 4 === 3 ? [] : [planGiven(clinic, later(days(11.5)))]),
    { ...confirm, by: 'patient', ago: later(days(12)) },
    { does: 'review', clinic, stars: one.stars, text: one.review, ago: later(days(14)) },
  ];
  if (one.answer) steps.push({ does: 'answer', clinic, text: one.answer, ago: later(days(15)) });
  if (one.reported)
    steps.push({
      ...{ does: 'report-review', clinic, by: 'clinic', ago: later(days(16)) },
      reason: one.reported,
    });
  return {
    name: `past:${who}:${clinic}`,
    phoneNumber: phoneOfPatient(who),
    sent: ago,
    fields: {
      ...{ ...open, treatment, subTreatment, bodyArea, timeline: '1-month' },
      budget: dollars < 1_000 ? 'under-1000' : '1000-5000',
    } as Story['fields'],
    steps,
  };
};

export const pastTreatments: readonly Story[] = past.map(story);
