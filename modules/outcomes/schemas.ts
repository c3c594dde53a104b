import { z } from 'zod';
import { removalReasons } from '#contracts/deals';
import { defineCall, partySchema } from '#platform/base/call';
import { defineEvents, type EventOf } from '#engine/contract';
import { defineList } from '#platform/lists/list';
import { multilineText } from '#platform/text/text-schemas';
import { againChoices, maxOutcomeText, maxReportReason, moments, resultChoices } from './values';

const who = { offerId: z.uuid(), leadId: z.uuid(), patientId: z.uuid(), clinicId: z.uuid() };
const whoOnly = z.strictObject(who);
const moment = z.enum(moments);

/** What can happen to an outcome. */
export const outcomeEvents = defineEvents('outcomes', {
  'half-year-due': whoOnly,
  'year-due': whoOnly,
  answered: z.strictObject({ ...who, answerId: z.uuid(), moment }),
  /** The time to answer is over. */
  unanswered: z.strictObject({ ...who, moment }),
});
export type OutcomeDomainEvent = EventOf<typeof outcomeEvents>;

const answer = { ...who, answerId: z.uuid() };

/** What can happen to an answer afterwards. */
export const answerEvents = defineEvents('outcomes', {
  'answer-reported': z.strictObject(answer),
  'answer-removed': z.strictObject({ ...answer, because: z.enum(removalReasons) }),
});

const instant = z.iso.datetime();

/** What a patient says became of the treatment. Public; contact data is masked. */
export const outcomeAnswerDto = z.strictObject({
  _id: z.uuid(),
  moment,
  again: z.enum(againChoices),
  result: z.enum(resultChoices),
  /** Empty where the patient wrote nothing. */
  text: z.string(),
  /** Kinds of contact data that were masked before the words were stored. */
  masked: z.array(z.string()),
  createdAt: instant,
});
export type OutcomeAnswerDto = z.output<typeof outcomeAnswerDto>;

/** What became of a treatment, as its two sides know it. */
export const outcomeDto = z.strictObject({
  /** The question that waits for the patient, and until when it can be answered. */
  due: z.strictObject({ moment, until: instant }).nullable(),
  answers: z.array(outcomeAnswerDto),
  /** Answers that staff took away, and why. */
  removed: z.array(z.strictObject({ moment, because: z.enum(removalReasons) })),
});
export type OutcomeDto = z.output<typeof outcomeDto>;

/** An answer as the public reads it. */
export interface PublicOutcomeAnswer extends OutcomeAnswerDto {
  /** Abbreviated: 'Sarah M.'; null where the account is gone. */
  readonly author: string | null;
}

/** '41 of 58 answered, 36 would do it again'. */
const counted = z.strictObject({
  answered: z.int(),
  /** Who was asked and has answered, or let the time for it pass: silence counts. */
  of: z.int(),
  again: z.int(),
});

/** Of a clinic, or of all together; each null below ten answers. */
export const outcomeFiguresDto = z.strictObject({
  halfYear: counted.nullable(),
  year: counted.nullable(),
});
export type OutcomeFigures = z.output<typeof outcomeFiguresDto>;

export const outcomeSchema = z.strictObject({
  /** Must be the one that is asked now: a form of before answers no other question. */
  moment,
  again: z.enum(againChoices, 'outcomes.error.again'),
  result: z.enum(resultChoices, 'outcomes.error.result'),
  text: multilineText(maxOutcomeText)
    .nullish()
    .transform((text) => text ?? ''),
});
export type OutcomeInput = z.output<typeof outcomeSchema>;

export const outcomeReportSchema = z.strictObject({
  reason: multilineText(maxReportReason).pipe(z.string().min(1, 'outcomes.error.words')),
});

// Not z.uuid(): an id that cannot exist answers like one that does not.
const params = z.strictObject({ id: z.string() });

export const readOutcomeCall = defineCall({
  id: 'outcomes.read',
  route: 'GET /deals/{id}/outcomes',
  summary: 'What became of a treatment, and the question that is due, by the id of the offer',
  audience: 'approved-party',
  params,
  query: z.strictObject({ as: partySchema.optional() }),
  data: z.strictObject({ outcome: outcomeDto }),
  failures: ['not_found', 'which_session'],
});

export const answerOutcomeCall = defineCall({
  id: 'outcomes.answer',
  route: 'POST /deals/{id}/outcomes',
  summary: 'Answer what became of a treatment after half a year or a year, once each',
  audience: 'patient',
  params,
  body: outcomeSchema,
  data: z.strictObject({ answer: outcomeAnswerDto }),
  status: 201,
  failures: ['not_found', 'not_asked', 'outcome_answered'],
});

export const reportOutcomeCall = defineCall({
  id: 'outcomes.report',
  route: 'POST /outcomes/{id}/report',
  summary: 'Ask the review team to look at a later review of your clinic',
  audience: 'clinic-manager',
  params,
  body: outcomeReportSchema,
  failures: ['not_found'],
});

/** Columns and filters of `GET /api/admin/later-reviews`; `q` is an id of the answer, its deal's offer or its patient. */
export const outcomeAnswerList = defineList({
  sort: ['createdAt'],
  defaultSort: ['createdAt', 'DESC'],
  filters: {
    /** The clinic has reported it, and staff have not decided yet. */
    reported: z.literal(true),
    patientId: z.string().max(100),
  },
});

const listed = {
  id: z.uuid(),
  offerId: z.uuid(),
  clinicId: z.uuid(),
  clinicName: z.string(),
  patientId: z.uuid(),
  moment,
  again: z.enum(againChoices),
  result: z.enum(resultChoices),
  /** As everybody reads it. */
  text: z.string(),
  createdAt: instant,
  reportedAt: instant.nullable(),
  removedAt: instant.nullable(),
  removedBecause: z.enum(removalReasons).nullable(),
  /** Of `remove {because, reason}`, `keep`. */
  allowedEvents: z.array(z.string()),
};

/** `GET /api/admin/later-reviews`. */
export const outcomeAnswerRecord = z.strictObject(listed);
export type OutcomeAnswerRecord = z.output<typeof outcomeAnswerRecord>;

/** `GET /api/admin/later-reviews/{id}`, with why it was reported. */
export const outcomeAnswerDetailRecord = z.strictObject({
  ...listed,
  report: z.strictObject({ reason: z.string(), at: instant }).nullable(),
});
export type OutcomeAnswerDetailRecord = z.output<typeof outcomeAnswerDetailRecord>;
