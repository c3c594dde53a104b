import type { BodyArea, SubTreatment } from '#contracts/consultation';
import { templateOf } from '#contracts/offers';
import type { AgainChoice, ResultChoice } from '#contracts/outcomes';
import { days, hours, milliseconds, minutes, type Duration } from '#platform/base/duration';
import { phoneOfPatient, type PatientName } from '../demo-patients';
import { open, planGiven, type Step, type Story } from './story';

type Later = readonly [again: AgainChoice, result: ResultChoice, text?: string];

/** A treatment of long ago; what is not said later on was silence. */
interface LongAgo {
  readonly who: PatientName;
  readonly what: readonly [SubTreatment, BodyArea];
  readonly dollars: number;
  readonly first?: readonly [stars: number, text: string];
  readonly halfYear?: Later;
  readonly year?: Later;
}

const clinic = 'harbour';

/** All with one clinic: of fourteen who were asked after a year eleven have answered, and nine would do it again. */
const longAgo: readonly LongAgo[] = [
  {
    who: 'nora',
    what: ['Dental Crown', 'smile'],
    dollars: 1_280,
    first: [5, 'Four crowns in six days. The colour was mixed beside me, under daylight.'],
    halfYear: ['yes', 'as-expected'],
    year: [
      'yes',
      'as-expected',
      'Nothing has come loose. My dentist at home took an X-ray and was content.',
    ],
  },
  {
    who: 'tom',
    what: ['Dental Implants', 'mouth'],
    dollars: 2_450,
    first: [
      4,
      'Two implants. The second journey for the crowns was in the offer, and I had overlooked it.',
    ],
    halfYear: ['yes', 'better', 'I chew on that side again, for the first time in years.'],
    year: ['yes', 'better', 'Still the best decision. One check at home, nothing to do.'],
  },
  {
    who: 'ines',
    what: ['Teeth Whitening', 'smile'],
    dollars: 260,
    halfYear: ['not-sure', 'as-expected'],
    year: [
      'no',
      'worse',
      'The shade was back where it began after eight months. They had said that it fades.',
    ],
  },
  { who: 'karl', what: ['Root Canal', 'mouth'], dollars: 390, halfYear: ['yes', 'as-expected'] },
  {
    who: 'amira',
    what: ['Gum Treatment', 'mouth'],
    dollars: 610,
    first: [5, 'They took an hour to explain how to clean between the teeth.'],
    year: ['yes', 'better', 'No bleeding since. I go for a cleaning twice a year.'],
  },
  {
    who: 'nora',
    what: ['Tooth Extraction', 'mouth'],
    dollars: 240,
    halfYear: ['yes', 'as-expected'],
    year: ['yes', 'as-expected'],
  },
  { who: 'tom', what: ['Dental Crown', 'mouth'], dollars: 450 },
  {
    who: 'ines',
    what: ['Dental Implants', 'mouth'],
    dollars: 1_190,
    first: [3, 'The implant is fine. I waited a long time on both days.'],
    halfYear: ['yes', 'as-expected', 'Healed without trouble.'],
    year: ['yes', 'as-expected'],
  },
  {
    who: 'karl',
    what: ['Orthodontics (Braces)', 'smile'],
    dollars: 2_050,
    halfYear: [
      'not-sure',
      'as-expected',
      'Half way. The adjustments by video work better than I thought.',
    ],
    year: ['yes', 'as-expected', 'The teeth are straight. Plan for five journeys, not three.'],
  },
  {
    who: 'amira',
    what: ['Dental Crown', 'smile'],
    dollars: 900,
    halfYear: [
      'no',
      'worse',
      'One of the two crowns had to be made again. They did it free of charge.',
    ],
    year: ['no', 'worse', 'It holds now, but the gum above it is still sore.'],
  },
  {
    who: 'nora',
    what: ['Gum Treatment', 'mouth'],
    dollars: 580,
    first: [5, 'Careful, and everything was written down for my dentist at home.'],
    halfYear: ['yes', 'better'],
    year: ['yes', 'better'],
  },
  { who: 'tom', what: ['Root Canal', 'mouth'], dollars: 410, halfYear: ['yes', 'as-expected'] },
  {
    who: 'karl',
    what: ['Dental Implants', 'mouth'],
    dollars: 1_240,
    halfYear: ['yes', 'as-expected'],
    year: ['yes', 'as-expected', 'A year without a thought about it.'],
  },
  {
    who: 'ines',
    what: ['Root Canal', 'mouth'],
    dollars: 400,
    year: ['yes', 'as-expected'],
  },
];

/** Its patient is asked since a few days what became of it after a year. */
const due: LongAgo = {
  who: 'nora',
  what: ['Teeth Whitening', 'smile'],
  dollars: 270,
  halfYear: ['yes', 'better', 'Two shades lighter still.'],
};

const story = (one: LongAgo, sent: Duration): Story => {
  const { who, dollars, first } = one;
  const [subTreatment, bodyArea] = one.what;
  const later = (length: Duration): Duration => milliseconds(sent - length);
  const confirm = { does: 'confirm', clinic, dollars } as const;
  const lines = templateOf(subTreatment).map(({ key }) => key);
  const said = (
    moment: 'half-year' | 'year',
    [again, result, text = '']: Later,
    at: Duration,
  ): Step => ({ does: 'say-later', clinic, moment, again, result, text, ago: later(at) });
  const steps: Step[] = [
    {
      ...{ does: 'offer', clinic, ago: later(hours(3)) },
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
      startsIn: milliseconds(days(9) - sent),
    },
    { does: 'agree', clinic, by: 'patient', ago: later(days(3)) },
    { ...confirm, by: 'clinic', ago: later(days(11)) },
    ...(one.halfYear ? [planGiven(clinic, later(days(11.5)))] : []),
    { ...confirm, by: 'patient', ago: later(days(12)) },
    ...(first
      ? [
          {
            ...({ does: 'review', clinic } as const),
            ...{ stars: first[0], text: first[1], ago: later(days(14)) },
          },
        ]
      : []),
    ...(one.halfYear ? [said('half-year', one.halfYear, days(9 + 182 + 8))] : []),
    ...(one.year ? [said('year', one.year, days(9 + 365 + 6))] : []),
  ];
  return {
    name: `year:${who}:${subTreatment}`,
    phoneNumber: phoneOfPatient(who),
    sent,
    fields: {
      ...{ ...open, treatment: 'dental', subTreatment, bodyArea, timeline: '1-month' },
      budget: dollars < 1_000 ? 'under-1000' : '1000-5000',
    } as Story['fields'],
    steps,
  };
};

/** Not all of it at the same time of the day; the latest has been settled for a while. */
export const pastYears: readonly Story[] = [
  ...longAgo.map((one, n) => story(one, milliseconds(days(620 - 12 * n) + minutes(97 * n)))),
  story(due, days(9 + 365 + 4)),
];
