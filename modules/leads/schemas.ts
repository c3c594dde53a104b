import { z } from 'zod';
import {
  askedClinicsSchema,
  categorySchema,
  draftDto,
  leadFieldsSchema,
  patientInfoSchema,
  requestDetails,
  wordedDetails,
} from '#contracts/consultation';
import { defineCall } from '#platform/base/call';
import { defineEvents, type EventOf } from '#engine/contract';
import { defineList, oneOrMany } from '#platform/lists/list';
import { multilineText } from '#platform/text/text-schemas';
import {
  type ActivityKind,
  askStates,
  leadStatuses,
  maxCancelReason,
  refusalReasons,
} from './values';

/** What the automatic checks can find in a request; each keeps it from being published without a person. */
export const findingCodes = [
  'contact-data',
  'link',
  'duplicate-request',
  'photo-seen-elsewhere',
  'too-many-requests',
] as const;
export const findingSchema = z.enum(findingCodes);
export type FindingCode = z.infer<typeof findingSchema>;

const who = { leadId: z.uuid(), patientId: z.uuid() };
const whoOnly = z.strictObject(who);

/** What can happen to a request. */
export const leadEvents = defineEvents('leads', {
  submitted: z.strictObject({ ...who, findings: z.array(findingSchema) }),
  /** The team asks the patient to change it. */
  'sent-back': whoOnly,
  published: whoOnly,
  widened: whoOnly,
  'no-offers-yet': whoOnly,
  /** The patient would go to any city. */
  'cities-opened': whoOnly,
  'offers-received': whoOnly,
  'offers-gone': whoOnly,
  'reminder-due': whoOnly,
  completed: z.strictObject({ ...who, offerId: z.uuid() }),
  cancelled: z.strictObject({ ...who, by: z.enum(['patient', 'team', 'expiry']) }),
  expired: whoOnly,
});
export type LeadDomainEvent = EventOf<typeof leadEvents>;

const ofAsk = { ...who, clinicId: z.uuid() };

/** What can happen to a clinic's part in a request that asks it. */
export const askEvents = defineEvents('leads', {
  /** The request is published: the clinic sees it. */
  'clinic-asked': z.strictObject(ofAsk),
  'ask-refused': z.strictObject({ ...ofAsk, reason: z.enum(refusalReasons) }),
  /** Its place was kept for a day, and is not any more. */
  'ask-lapsed': z.strictObject(ofAsk),
  /** The clinic is shut. */
  'ask-ended': z.strictObject(ofAsk),
});
export type AskDomainEvent = EventOf<typeof askEvents>;

const instant = z.iso.datetime();

/** A treatment request as its owner sees it. */
export const leadDto = z.strictObject({
  _id: z.uuid(),
  /** E.164; in answers to the owner only. */
  phoneNumber: z.string(),
  ...requestDetails,
  description: z.string(),
  /** Ids for `/api/files/{id}`. */
  photos: z.array(z.uuid()),
  patientInfo: patientInfoSchema.optional(),
  status: z.enum(leadStatuses),
  offersCount: z.int(),
  createdAt: instant,
});
export type LeadDto = z.output<typeof leadDto>;

/** A request with its dates, for the page that shows one. Instants are ISO 8601, UTC. */
export interface LeadDetails {
  readonly lead: LeadDto;
  /** End of the screening window; null when a person decides, or when it is over. */
  readonly screeningEndsAt: string | null;
  /** Since when the team asks the patient to change it, for `cancelReason`; null when that is not so. */
  readonly sentBackAt: string | null;
  readonly publishedAt: string | null;
  /** Until when the first offer is promised. */
  readonly offersDueAt: string | null;
  readonly expiresAt: string | null;
  readonly widenedAt: string | null;
  /** Since when the patient has been asked what to do about missing offers. */
  readonly noticeAt: string | null;
  readonly completedAt: string | null;
  readonly cancelledAt: string | null;
  readonly cancelledBy: 'patient' | 'team' | 'expiry' | null;
  readonly cancelReason: string | null;
  readonly acceptedOfferId: string | null;
  /** Oldest first. */
  readonly activity: readonly ActivityDto[];
}

export interface ActivityDto {
  readonly id: number;
  readonly leadId: string;
  readonly subTreatment: LeadDto['subTreatment'];
  readonly kind: ActivityKind;
  readonly at: string;
}

/** A patient's requests in figures. */
export interface LeadCounts {
  readonly total: number;
  readonly active: number;
  readonly completed: number;
  readonly cancelled: number;
  /** Live offers over all requests. */
  readonly offers: number;
}

/** An empty reason counts as none. */
export const cancelSchema = z.strictObject({
  reason: multilineText(maxCancelReason)
    .nullish()
    .transform((text) => text || null),
});

/** Whether another request that was begun may be thrown away. */
export const changeSchema = z.strictObject({ replaceDraft: z.boolean().optional() });

const leadAnswer = z.strictObject({ lead: leadDto });
const listAnswer = z.strictObject({
  leads: z.array(leadDto),
  /** The same list under the name that the profile page reads. */
  requests: z.array(leadDto),
  nextCursor: z.string().nullable(),
});
const listQuery = z.strictObject({ cursor: z.string().max(200).optional() });
// Not z.uuid(): an id that cannot exist answers like one that does not.
const leadParams = z.strictObject({ leadId: z.string() });

export const submitLeadCall = defineCall({
  id: 'leads.submit',
  route: 'POST /leads',
  summary: 'Send a treatment request; `clinics` are asked with it, by the names of their pages',
  audience: 'patient',
  body: leadFieldsSchema.safeExtend({ phoneNumber: z.string(), clinics: askedClinicsSchema }),
  data: leadDto.extend({
    /** Those of `clinics` that cannot be asked; the request goes to the others all the same. */
    unavailable: z.array(z.string()),
  }),
  status: 201,
  failures: ['consent_required', 'too_many_requests', 'idempotency_mismatch'],
  idempotent: true,
});

export const ownLeadsCall = defineCall({
  id: 'leads.list-own',
  route: 'GET /leads/me',
  summary: 'Your treatment requests, newest first, 20 a page',
  audience: 'patient',
  query: listQuery,
  data: listAnswer,
  failures: ['invalid_cursor'],
});

export const leadsOfPhoneCall = defineCall({
  id: 'leads.list-by-phone',
  route: 'GET /leads/{phoneNumber}',
  summary: 'Your treatment requests by your own number, newest first, 20 a page',
  audience: 'patient',
  params: z.strictObject({ phoneNumber: z.string() }),
  query: listQuery,
  data: listAnswer,
  failures: ['invalid_cursor'],
});

export const cancelLeadCall = defineCall({
  id: 'leads.cancel',
  route: 'POST /leads/{leadId}/cancel',
  summary: 'Cancel a treatment request of your own',
  audience: 'patient',
  params: leadParams,
  body: cancelSchema,
  data: leadAnswer,
  failures: ['not_found', 'event_refused'],
});

export const changeLeadCall = defineCall({
  id: 'leads.change',
  route: 'POST /leads/{leadId}/change',
  summary: 'Cancel a treatment request and open a draft that is filled in from it, photos included',
  audience: 'patient',
  params: leadParams,
  body: changeSchema,
  data: z.strictObject({ draft: draftDto }),
  failures: ['not_found', 'event_refused', 'draft_exists'],
});

export const openCitiesCall = defineCall({
  id: 'leads.open-cities',
  route: 'POST /leads/{leadId}/all-cities',
  summary: 'Answer the question about missing offers: any city would do',
  audience: 'patient',
  params: leadParams,
  data: leadAnswer,
  failures: ['not_found', 'event_refused'],
});

export const keepWaitingCall = defineCall({
  id: 'leads.keep-waiting',
  route: 'POST /leads/{leadId}/keep-waiting',
  summary: 'Answer the question about missing offers: leave the request open',
  audience: 'patient',
  params: leadParams,
  data: leadAnswer,
  failures: ['not_found', 'event_refused'],
});

/** A clinic that the patient asked with a request. */
export const askDto = z.strictObject({
  clinic: z.strictObject({
    _id: z.uuid(),
    clinicName: z.string(),
    /** Of its public page; null while it has none. */
    slug: z.string().nullable(),
  }),
  state: z.enum(askStates),
  /** Until when a place is kept for its offer; null when none is. */
  keptUntil: instant.nullable(),
  /** Why it makes no offer; null when it did not say no. */
  reason: z.enum(refusalReasons).nullable(),
});
export type AskDto = z.output<typeof askDto>;

export const askedClinicsCall = defineCall({
  id: 'leads.asked-clinics',
  route: 'GET /leads/{leadId}/asked-clinics',
  summary: 'Which clinics you asked with your request, and what became of it',
  audience: 'patient',
  params: leadParams,
  data: z.strictObject({ asked: z.array(askDto) }),
  failures: ['not_found'],
});

export const refusalSchema = z.strictObject({
  reason: z.enum(refusalReasons, 'leads.error.refusal'),
});

export const declineAskCall = defineCall({
  id: 'leads.decline-ask',
  scope: 'offers',
  route: 'POST /clinic/leads/{leadId}/decline',
  summary: 'Say no to a request that asks your clinic: the place that is kept for it is free again',
  audience: 'clinic-doctor',
  params: leadParams,
  body: refusalSchema,
  failures: ['not_found', 'event_refused'],
});

/** Fields that staff narrow their list by; each is a partition, with an index of its own. */
export const staffFields = { treatment: categorySchema } as const;
export type StaffField = keyof typeof staffFields;
export const staffFieldNames = Object.keys(staffFields) as StaffField[];

const fieldFilters = Object.fromEntries(
  staffFieldNames.map((field): [StaffField, z.ZodType] => [field, oneOrMany(staffFields[field])]),
) as { [F in StaffField]: z.ZodType<z.output<(typeof staffFields)[F]>[]> };

/** Columns and filters of `GET /api/admin/leads`; `q` looks into ids and sub-treatments, never into notes. */
export const leadList = defineList({
  sort: ['createdAt', 'status', 'treatment', 'offersCount', 'publishedAt', 'expiresAt'],
  defaultSort: ['createdAt', 'DESC'],
  filters: {
    status: oneOrMany(z.enum(leadStatuses)),
    queue: z.enum(['held', 'screening']),
    ...fieldFilters,
    finding: findingSchema,
    patientId: z.string().max(100),
  },
});

const listed = {
  id: z.uuid(),
  patientId: z.uuid(),
  ...wordedDetails,
  status: z.enum(leadStatuses),
  /** `held` waits for a person; `screening` for its timer. Null while the patient changes it, and once it is published or over. */
  queue: z.enum(['held', 'screening']).nullable(),
  findings: z.array(findingSchema),
  photosCount: z.int(),
  offersCount: z.int(),
  widened: z.boolean(),
  createdAt: instant,
  /** Since when the patient is asked to change it; null when that is not so. */
  sentBackAt: instant.nullable(),
  publishedAt: instant.nullable(),
  expiresAt: instant.nullable(),
  cancelledAt: instant.nullable(),
  cancelledBy: z.enum(['patient', 'team', 'expiry']).nullable(),
  /** Of `approve`, `reject {reason}`, `send-back {reason}`, `read-notes {reason}`. */
  allowedEvents: z.array(z.string()),
};

/** `GET /api/admin/leads`: without what is health data in the patient's words. */
export const leadRecord = z.strictObject(listed);
export type LeadRecord = z.output<typeof leadRecord>;

/**
 * `GET /api/admin/leads/{id}`. `description`, `patientInfo` and `photos` are given while the request waits for
 * screening (reading is logged); otherwise null until `read-notes {reason}` answers them.
 * Bytes of a photo: `GET /api/admin/leads/{id}/photos/{photoId}?size=`, each read is logged.
 */
export const leadDetailRecord = z.strictObject({
  ...listed,
  description: z.string().nullable(),
  patientInfo: z.record(z.string(), z.unknown()).nullable(),
  photos: z.array(z.uuid()).nullable(),
  cancelReason: z.string().nullable(),
  /** Clinics that the patient asked with it, in their order. */
  asks: z.array(
    z.strictObject({
      clinicId: z.uuid(),
      state: z.enum(askStates),
      keptUntil: instant.nullable(),
      reason: z.enum(refusalReasons).nullable(),
      endedAt: instant.nullable(),
    }),
  ),
  history: z.array(z.strictObject({ id: z.int(), kind: z.string(), at: instant })),
});
export type LeadDetailRecord = z.output<typeof leadDetailRecord>;
