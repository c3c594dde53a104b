import { z } from 'zod';
import { days } from '#platform/base/duration';
import { defineSetting, timerLength } from '#platform/settings/settings';
import type { OutcomeFigures } from './schemas';
import { type Moment, smallestShown } from './values';

/** When a patient is asked what became of a treatment, and for how long. An outcome keeps those it was planned under. */
export const outcomeWindows = defineSetting({
  key: 'outcomes.windows',
  schema: z
    .object({
      /** After the treatment: the first question. */
      halfYear: timerLength,
      /** After the treatment: the second one. */
      year: timerLength,
      /** After each question: silence counts. */
      answer: timerLength,
    })
    .refine(({ halfYear, year, answer }) => halfYear + answer <= year, {
      path: ['year'],
      error: 'outcomes.error.windows_out_of_order',
    }),
  defaults: () => ({ halfYear: days(182), year: days(365), answer: days(60) }),
});

/** What a clinic's outcomes, or those of all, come to at both moments. */
export interface Tally {
  readonly halfYearAsked: number;
  readonly halfYearAnswered: number;
  readonly halfYearAgain: number;
  readonly yearAsked: number;
  readonly yearAnswered: number;
  readonly yearAgain: number;
}

/** What an event adds to the figures of one moment. */
export interface Added {
  readonly asked: number;
  readonly answered: number;
  readonly again: number;
}

/** `added` at one moment, nothing at the other. */
export const tallyOf = (moment: Moment, { asked, answered, again }: Added): Tally =>
  moment === 'half-year'
    ? {
        ...{ halfYearAsked: asked, halfYearAnswered: answered, halfYearAgain: again },
        ...{ yearAsked: 0, yearAnswered: 0, yearAgain: 0 },
      }
    : {
        ...{ halfYearAsked: 0, halfYearAnswered: 0, halfYearAgain: 0 },
        ...{ yearAsked: asked, yearAnswered: answered, yearAgain: again },
      };

const shown = ({ asked, answered, again }: Added): OutcomeFigures['year'] =>
  answered < smallestShown ? null : { answered, of: asked, again };

/** What is shown of a tally: each moment from ten answers on. */
export const figuresOf = (tally: Tally): OutcomeFigures => ({
  halfYear: shown({
    asked: tally.halfYearAsked,
    answered: tally.halfYearAnswered,
    again: tally.halfYearAgain,
  }),
  year: shown({ asked: tally.yearAsked, answered: tally.yearAnswered, again: tally.yearAgain }),
});
