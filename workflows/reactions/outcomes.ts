import { answerEvents, outcomeEvents } from '#contracts/outcomes';
import type { Ctx } from '#platform/context';
import type { Values } from '../notifications/notification';
import { eventPage, itsClinic, itsPatient, recipients } from './event-page';

interface OfOutcome {
  readonly offerId: string;
  readonly leadId: string;
  readonly patientId: string;
  readonly clinicId: string;
}

const ofOutcome = {
  about: 'deal',
  topic: 'reviews',
  by: 'both',
  ids: ({ offerId, leadId, clinicId }: OfOutcome) => ({ offerId, leadId, clinicId }),
  page: ({ offerId }: { offerId?: string }, reader: string) =>
    reader === 'clinic' ? `/clinic/deal/${offerId}` : `/deal/${offerId}`,
  values: (_ctx: Ctx): Promise<Values> => Promise.resolve({}),
} as const;

/** The patient is asked, and answers on a page of its own. */
const question = {
  ...ofOutcome,
  to: itsPatient,
  page: ({ offerId }: { offerId?: string }) => `/deal/${offerId}/outcome`,
} as const;

const live = { patient: ['deals.changed'], clinic: ['deals.changed'] };

/** What became of a treatment, half a year and a year after it. */
export const outcomePages = [
  eventPage(outcomeEvents['outcomes.half-year-due'], {
    when: 'Half a year after the treatment the patient is asked what became of it.',
    causedBy: ['outcomes.half-year-window'],
    rows: { 'outcomes.outcome': 'answer_until, half_year, phase' },
    live,
    notify: { 'outcomes.half-year-due': question },
  }),

  eventPage(outcomeEvents['outcomes.year-due'], {
    when: 'A year after the treatment the patient is asked what became of it.',
    causedBy: ['outcomes.year-window'],
    rows: { 'outcomes.outcome': 'answer_until, phase, year' },
    live,
    notify: { 'outcomes.year-due': question },
  }),

  eventPage(outcomeEvents['outcomes.answered'], {
    when: 'The patient answers one of the two questions.',
    causedBy: ['outcomes.answer'],
    rows: {
      'outcomes.outcome': 'answer_until, half_year, phase, year',
      'outcomes.answer': 'new',
      'outcomes.tally':
        'new, half_year_again, half_year_answered, half_year_asked, year_again, year_answered, year_asked',
    },
    audit: ['outcomes.answer'],
    live,
    notify: { 'outcomes.answered': { ...ofOutcome, to: itsClinic } },
  }),

  eventPage(outcomeEvents['outcomes.unanswered'], {
    when: 'The time to answer is over: silence is counted.',
    causedBy: ['outcomes.half-year-answer-window', 'outcomes.year-answer-window'],
    rows: {
      'outcomes.outcome': 'answer_until, half_year, phase, year',
      'outcomes.tally': 'new, half_year_asked, year_asked',
    },
    live,
  }),

  eventPage(answerEvents['outcomes.answer-reported'], {
    when: 'A clinic reports a later review to the team.',
    causedBy: ['outcomes.report'],
    rows: { 'outcomes.report': 'new', 'outcomes.answer': 'reported_at' },
    live: { staff: ['staff.queue-changed'] },
  }),

  eventPage(answerEvents['outcomes.answer-removed'], {
    when: 'The team removes a later review.',
    causedBy: ['admin.later-reviews.remove'],
    rows: {
      'outcomes.answer': 'removed_at, removed_because',
      'outcomes.tally': 'half_year_again, half_year_answered, half_year_asked',
    },
    audit: ['outcomes.remove-answer'],
    live,
    notify: {
      'outcomes.answer-removed': {
        ...ofOutcome,
        to: recipients(['patient', 'clinic'], ({ patientId, clinicId }) => [
          { type: 'patient', id: patientId },
          { type: 'clinic', id: clinicId },
        ]),
      },
    },
  }),
];
