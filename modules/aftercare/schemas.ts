import { z } from 'zod';
import { photoDto, photoSlots, slotSets, type SlotSet } from '#contracts/consultation';
import { defineEvents, type EventOf } from '#engine/contract';
import { defineCall, partySchema } from '#platform/base/call';
import { defineList, oneOrMany } from '#platform/lists/list';
import { lineText, multilineText } from '#platform/text/text-schemas';
import {
  type CareQuestion,
  careQuestions,
  careStates,
  careZones,
  checkInDays,
  checkInStates,
  maxCareNote,
  maxPlan,
  maxReply,
  maxUsed,
  maxUsedText,
} from './values';

const who = { offerId: z.uuid(), leadId: z.uuid(), patientId: z.uuid(), clinicId: z.uuid() };
const whoOnly = z.strictObject(who);
const ofCheckIn = z.strictObject({ ...who, checkInId: z.uuid(), day: z.literal(checkInDays) });

/** What can happen to the aftercare of a treatment. */
export const careEvents = defineEvents('aftercare', {
  offered: whoOnly,
  agreed: whoOnly,
  stopped: whoOnly,
  'check-in-due': ofCheckIn,
  answered: ofCheckIn,
  /** An answer means danger: the clinic is asked to answer. */
  danger: ofCheckIn,
  /** The clinic has not answered for a day: the team looks. */
  unanswered: ofCheckIn,
  replied: ofCheckIn,
});
export type CareDomainEvent = EventOf<typeof careEvents>;

/** What a clinic does beside the machine. */
export const recordEvents = defineEvents('aftercare', {
  /** What was used, how it goes on, whom to ask: for the first time or anew. */
  'record-given': whoOnly,
});

const instant = z.iso.datetime();
/** ISO 3166-1 alpha-2. */
const country = z.string('aftercare.error.country').regex(/^[A-Z]{2}$/, 'aftercare.error.country');
const zone = z.enum(careZones, 'aftercare.error.zone');

const line = (max: number) =>
  lineText({
    max,
    missing: 'aftercare.error.line',
    tooLong: 'aftercare.error.too_long',
    unfit: 'aftercare.error.line',
  });
/** Empty counts as none. */
const lineOrNone = (max: number) =>
  z.preprocess(
    (typed) => (typed === '' || typed === undefined ? null : typed),
    line(max).nullable(),
  );
const wordsOrNone = (max: number) =>
  multilineText(max)
    .nullish()
    .transform((text) => text || null);

/** One thing that stays in the body or was used on it. */
export const usedSchema = z.strictObject({
  /** What it is, with its make: 'Implant, Straumann BLX 4.0'. */
  name: line(maxUsedText),
  lot: lineOrNone(maxUsedText),
});

/** Whom the patient may ask afterwards. */
export const personSchema = z.strictObject({
  name: line(maxUsedText),
  role: lineOrNone(maxUsedText),
  /** As the clinic writes them: people read them, nothing dials. */
  phone: lineOrNone(40),
  email: lineOrNone(254),
});

/** What a clinic gives with a treatment; what it leaves out is "not given". */
export const recordSchema = z.strictObject({
  plan: wordsOrNone(maxPlan),
  person: personSchema.nullish().transform((person) => person ?? null),
  used: z.array(usedSchema).max(maxUsed, 'aftercare.error.used').default([]),
});
export type CareRecord = z.output<typeof recordSchema>;

export const placeSchema = z.strictObject({ country, zone });

export const agreeSchema = z.strictObject({
  ...placeSchema.shape,
  /** The consent to be asked about health, of its own kind. */
  agree: z.literal(true, 'aftercare.error.agree'),
});

const questionNames = Object.keys(careQuestions) as CareQuestion[];
const answersSchema = z.partialRecord(z.enum(questionNames), z.string().max(20));

export const answerCheckInSchema = z.strictObject({
  ...placeSchema.shape,
  /** Each question that is asked on this day, with one of its answers. */
  answers: answersSchema,
  note: wordsOrNone(maxCareNote),
});

/** An own photo that belongs to nothing yet and shows one of the views. */
export const carePhotoSchema = z.strictObject({ photoId: z.uuid() });
/** Whether the clinic sees the photos of a check-in. */
export const sharePhotosSchema = z.strictObject({ shared: z.boolean() });

export const replySchema = z.strictObject({
  text: multilineText(maxReply).pipe(z.string().min(1, 'aftercare.error.reply')),
});

const photoShown = photoDto.pick({ id: true, slot: true });

export const checkInDto = z.strictObject({
  day: z.literal(checkInDays),
  state: z.enum(checkInStates),
  dueAt: instant,
  /** Until when an answer counts. */
  openUntil: instant,
  questions: z.array(z.enum(questionNames)),
  answeredAt: instant.nullable(),
  answers: answersSchema,
  /** Questions whose answers mean danger. */
  dangers: z.array(z.enum(questionNames)),
  note: z.string().nullable(),
  country: country.nullable(),
  /** Number of the ambulance there; null for "your local emergency number". */
  emergencyNumber: z.string().nullable(),
  reply: z.string().nullable(),
  repliedAt: instant.nullable(),
  /** For the clinic only those that the patient shares. */
  photos: z.array(photoShown),
  photosShared: z.boolean(),
});
export type CheckInDto = z.output<typeof checkInDto>;

export const careDto = z.strictObject({
  /** The offer's. */
  _id: z.uuid(),
  /** Null before the treatment is confirmed: there is a record then, and nothing to agree to. */
  state: z.enum(careStates).nullable(),
  /** The clinic's calendar day. */
  treatedOn: z.iso.date().nullable(),
  /** The set of views of what was treated. */
  slotSet: z.enum(Object.keys(slotSets) as SlotSet[]).nullable(),
  /** Views that are asked for. */
  slots: z.array(z.enum(photoSlots)),
  country: country.nullable(),
  zone: zone.nullable(),
  emergencyNumber: z.string().nullable(),
  record: z
    .strictObject({
      plan: z.string().nullable(),
      person: z
        .strictObject({
          name: z.string(),
          role: z.string().nullable(),
          phone: z.string().nullable(),
          email: z.string().nullable(),
        })
        .nullable(),
      used: z.array(z.strictObject({ name: z.string(), lot: z.string().nullable() })),
      givenAt: instant,
    })
    .nullable(),
  checkIns: z.array(checkInDto),
});
export type CareDto = z.output<typeof careDto>;

// Not z.uuid(): an id that cannot exist answers like one that does not.
const params = z.strictObject({ id: z.string() });
const dayParams = z.strictObject({ id: z.string(), day: z.string() });
const query = z.strictObject({ as: partySchema.optional() });
const data = z.strictObject({ aftercare: careDto });

export const readCareCall = defineCall({
  id: 'aftercare.read',
  route: 'GET /deals/{id}/aftercare',
  summary: 'The aftercare of a treatment: what was used, whom to ask, and the check-ins',
  audience: 'writing-party',
  params,
  query,
  data,
  failures: ['not_found', 'which_session'],
});

export const agreeToCareCall = defineCall({
  id: 'aftercare.agree',
  route: 'POST /deals/{id}/aftercare/agree',
  summary: 'Agree to be asked after the treatment, on days 1, 7, 30, 180 and 365',
  audience: 'patient',
  params,
  body: agreeSchema,
  data,
  failures: ['not_found', 'event_refused'],
});

export const stopCareCall = defineCall({
  id: 'aftercare.stop',
  route: 'POST /deals/{id}/aftercare/stop',
  summary: 'Stop the questions after a treatment, for good',
  audience: 'patient',
  params,
  data,
  failures: ['not_found', 'event_refused'],
});

export const answerCheckInCall = defineCall({
  id: 'aftercare.answer',
  route: 'POST /deals/{id}/aftercare/{day}',
  summary:
    'Answer the questions of a day; an answer that means danger is sent to the clinic at once',
  audience: 'patient',
  params: dayParams,
  body: answerCheckInSchema,
  data,
  failures: ['not_found', 'event_refused', 'check_in_answered'],
});

export const addCarePhotoCall = defineCall({
  id: 'aftercare.add-photo',
  route: 'POST /deals/{id}/aftercare/{day}/photos',
  summary: 'Put a photo of a view to a day that was answered; the clinic sees it if you share them',
  audience: 'patient',
  params: dayParams,
  body: carePhotoSchema,
  data,
  failures: ['not_found', 'event_refused'],
});

export const shareCarePhotosCall = defineCall({
  id: 'aftercare.share-photos',
  route: 'PUT /deals/{id}/aftercare/{day}/photos/shared',
  summary: 'Let the clinic see the photos of a day, or no longer',
  audience: 'patient',
  params: dayParams,
  body: sharePhotosSchema,
  data,
  failures: ['not_found', 'event_refused'],
});

export const replyToCheckInCall = defineCall({
  id: 'aftercare.reply',
  route: 'POST /deals/{id}/aftercare/{day}/reply',
  summary: 'Answer what a patient said that means danger',
  audience: 'clinic-doctor',
  params: dayParams,
  body: replySchema,
  data,
  failures: ['not_found', 'event_refused'],
});

export const giveRecordCall = defineCall({
  id: 'aftercare.give-record',
  route: 'PUT /deals/{id}/aftercare/record',
  summary: 'Say what was used, how it goes on, and whom the patient may ask',
  audience: 'clinic-doctor',
  params,
  body: recordSchema,
  data,
  failures: ['not_found', 'event_refused'],
});

const handover = {
  audience: 'patient',
  params,
  failures: ['not_found', 'step_up'],
} as const;

export const handoverPdfCall = defineCall({
  ...handover,
  id: 'aftercare.handover-pdf',
  route: 'GET /deals/{id}/handover.pdf',
  summary:
    'What was offered, done and used, and whom to ask, as a PDF; after a fresh proof of who asks',
  failures: ['not_found', 'step_up', 'unfit_script', 'too_many_requests', 'busy'],
});

export const handoverFhirCall = defineCall({
  ...handover,
  id: 'aftercare.handover-fhir',
  route: 'GET /deals/{id}/handover.json',
  summary: 'The same as a document of FHIR R4; after a fresh proof of who asks',
});

const anyId = z.string().max(100);

/** Columns and filters of `GET /api/admin/check-ins`: answers that mean danger; `q` is an id of it, its offer, its clinic or its patient. */
export const checkInList = defineList({
  sort: ['answeredAt'],
  defaultSort: ['answeredAt', 'ASC'],
  filters: {
    state: oneOrMany(z.enum(['alerted', 'escalated', 'settled', 'closed'])),
    /** The clinic has not answered for a day. */
    queue: z.literal('waiting'),
    clinicId: anyId,
    patientId: anyId,
  },
});

const listed = {
  id: z.uuid(),
  offerId: z.uuid(),
  leadId: z.uuid(),
  clinicId: z.uuid(),
  clinicName: z.string(),
  patientId: z.uuid(),
  day: z.int(),
  state: z.enum(checkInStates),
  answeredAt: instant.nullable(),
  repliedAt: instant.nullable(),
  country: z.string().nullable(),
  /** Of `close {reason}`. */
  allowedEvents: z.array(z.string()),
};

/** `GET /api/admin/check-ins`: nothing that the patient said. */
export const checkInRecord = z.strictObject(listed);
export type CheckInRecord = z.output<typeof checkInRecord>;

/** `GET /api/admin/check-ins/{id}`, with what the patient answered. Reading it is logged. */
export const checkInDetailRecord = z.strictObject({
  ...listed,
  dangers: z.array(z.enum(questionNames)),
  answers: answersSchema,
  note: z.string().nullable(),
  reply: z.string().nullable(),
});
export type CheckInDetailRecord = z.output<typeof checkInDetailRecord>;
