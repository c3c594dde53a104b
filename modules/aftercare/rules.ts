import { DateTime } from 'luxon';
import { z } from 'zod';
import type { SlotSet } from '#contracts/consultation';
import { days, hours } from '#platform/base/duration';
import { AppError } from '#platform/base/errors';
import { defineSetting, timerLength } from '#platform/settings/settings';
import {
  type CareAnswers,
  type CareQuestion,
  careQuestions,
  type CheckInDay,
  dangerAnswers,
  questionsOf,
} from './values';

/** The clocks of a check-in; one keeps those it was planned with. */
export const careWindows = defineSetting({
  key: 'aftercare.windows',
  schema: z.object({
    /** After the day: an answer still counts. */
    late: timerLength,
    /** After an answer that means danger, without one of the clinic: the team looks. */
    reply: timerLength,
  }),
  defaults: () => ({ late: days(7), reply: hours(24) }),
});

/** By the patient's clock: neither at night nor in the first hour of a working day. */
const hourOfAsking = 10;

/** The instant (ISO 8601) at which a patient is asked, so many days after a calendar day, by the clock of `zone`. */
export const dueAtOf = (treatedOn: string, day: CheckInDay, zone: string): string =>
  DateTime.fromISO(treatedOn, { zone })
    .plus({ days: day })
    .set({ hour: hourOfAsking })
    .toUTC()
    .toISO()!;

/** When nothing is asked any more, and what the patient said may be forgotten with the request. */
export const endOf = (treatedOn: string, lateMs: number): string =>
  DateTime.fromISO(dueAtOf(treatedOn, 365, 'UTC'))
    .plus({ milliseconds: lateMs, days: 1 })
    .toUTC()
    .toISO()!;

/** Those of the answers that mean danger. */
export const dangersIn = (answers: CareAnswers): CareQuestion[] =>
  (Object.keys(answers) as CareQuestion[]).filter(
    (question) => answers[question] !== undefined && dangerAnswers[question] === answers[question],
  );

/**
 * The answers of a day, complete and possible.
 *
 * @throws AppError `validation_failed` on `answers.<question>` for one that is missing, unknown, or not asked
 */
export function requireAnswers(kind: SlotSet, day: CheckInDay, answers: CareAnswers): CareAnswers {
  const asked = questionsOf(kind, day);
  const given = Object.keys(answers) as CareQuestion[];
  const wrong = [
    ...asked.filter(
      (question) =>
        !(careQuestions[question] as readonly string[]).includes(answers[question] ?? ''),
    ),
    ...given.filter((question) => !asked.includes(question)),
  ];
  if (wrong.length === 0) return answers;
  throw new AppError('validation_failed', {
    fields: Object.fromEntries(
      wrong.map((question) => [`answers.${question}`, ['aftercare.error.answer']]),
    ),
  });
}
