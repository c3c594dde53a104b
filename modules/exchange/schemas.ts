import { z } from 'zod';
import {
  citySchema,
  patientInfoSchema,
  photoSlotSchema,
  priorities,
  requestDetails,
} from '#contracts/consultation';
import { defineCall } from '#platform/base/call';
import { defineEvents } from '#engine/contract';
import { cleanText } from '#platform/text/text';
import {
  dateRanges,
  eachNarrowing,
  type NarrowingName,
  narrowings,
  treatmentFilters,
} from './values';

export const exchangeEvents = defineEvents('exchange', {
  /** Requests were published that a clinic's saved filter finds; at most once an hour for each filter. */
  'filter-matched': z.strictObject({ clinicId: z.uuid(), filterId: z.uuid() }),
  /** Another member of a clinic's team looks after a request from now on. */
  'request-given': z.strictObject({ clinicId: z.uuid(), leadId: z.uuid(), memberId: z.uuid() }),
});

const { locations: _asOneLine, ...cardDetails } = requestDetails;

/** A published request as a matching clinic sees it in a list: nothing that says who the patient is. */
export const leadCardDto = z.strictObject({
  _id: z.uuid(),
  /** Abbreviated: 'Sarah M.'. */
  patient: z.string(),
  ...cardDetails,
  /** The cities asked for, with commas between them; null when none was named. */
  location: z.string().nullable(),
  /** How many there are. */
  photos: z.int(),
  /** When it was published to clinics; ISO 8601, UTC. */
  requestedAt: z.iso.datetime(),
  priority: z.enum(priorities),
  /** To this clinic, which has made no offer for it. */
  status: z.literal('new'),
  /** Live offers of all clinics. */
  bidsCount: z.int(),
  /** Estimate in whole US dollars; null without a budget. */
  leadValue: z.int().nullable(),
  /** Its patient asked this clinic, which can still answer. */
  asked: z.boolean(),
});
export type LeadCard = z.output<typeof leadCardDto>;

const { photos: _asNumber, status: _ofCards, ...detailFields } = leadCardDto.shape;

/** A request as a clinic sees it that may open it; contact data in what the patient wrote is masked until it is chosen. */
export const leadDetailDto = z.strictObject({
  ...detailFields,
  /** The patient's notes. */
  description: z.string(),
  /** Ids for `/api/files/{id}`. */
  photos: z.array(z.uuid()),
  /** The views that are asked for of this treatment, with the photo that shows each; none where the photos are not shown. */
  views: z.array(z.strictObject({ slot: photoSlotSchema, photoId: z.uuid().nullable() })),
  patientInfo: patientInfoSchema.optional(),
  /** To this clinic: where its offer stands, `new` without one. */
  status: z.enum(['new', 'pending', 'negotiating', 'accepted', 'declined', 'withdrawn', 'expired']),
  /** Whether it takes offers now. */
  open: z.boolean(),
  /** Until when a place is kept for this clinic, which its patient asked; null when none is. */
  keptUntil: z.iso.datetime().nullable(),
});
export type LeadDetail = z.output<typeof leadDetailDto>;

/** The tabs of a clinic's dashboard in figures; none is above {@link countCap}. */
export const clinicCountsDto = z.strictObject({
  newLeads: z.int(),
  activeBids: z.int(),
  wonDeals: z.int(),
});
export type ClinicCounts = z.output<typeof clinicCountsDto>;

/** Nobody acts on the difference between 1,000 and 1,001, and counting on would grow with the list. */
export const countCap = 1_000;

/** Which of the figures stopped at {@link countCap}: there are more. */
export const clinicCappedDto = z.array(clinicCountsDto.keyof());
export type ClinicCapped = z.output<typeof clinicCappedDto>;

const narrowingShape = eachNarrowing((name) => z.enum(narrowings[name].values).optional()) as {
  [N in NarrowingName]: z.ZodOptional<z.ZodType<(typeof narrowings)[N]['values'][number]>>;
};

/** What a clinic may narrow its list by; the values are those of `filters.ts` (docs/product.md, Lead lifecycle). */
export const clinicLeadsQuery = z.strictObject({
  /** A part of the treatment, its area or a city, or how a word of the abbreviated name begins. */
  q: z.string().transform(cleanText).pipe(z.string().max(100)).optional(),
  treatment: z.enum(treatmentFilters).optional(),
  location: citySchema.optional(),
  ...narrowingShape,
  date: z.enum(dateRanges).optional(),
  /** Those that the acting member of the clinic's team looks after, whatever else is asked for. */
  mine: z.literal('yes').optional(),
  cursor: z.string().max(200).optional(),
});
export type ClinicLeadsQuery = z.output<typeof clinicLeadsQuery>;

/** What is kept of a list under a name: everything it is narrowed by, not the place in it. */
export const savedQuery = clinicLeadsQuery.omit({ cursor: true, mine: true });
export type SavedQuery = z.output<typeof savedQuery>;

export const filterName = z.string().transform(cleanText).pipe(z.string().min(1).max(60));

/** Nobody looks through more. */
export const mostSavedFilters = 20;

export interface SavedFilter {
  readonly id: string;
  readonly name: string;
  readonly query: SavedQuery;
  /** New matches are announced by mail. */
  readonly mails: boolean;
}

export const giveRequestCall = defineCall({
  id: 'exchange.give-request',
  route: 'PUT /clinic/leads/{id}/member',
  summary: 'Say who of the team looks after a request; null for no member',
  audience: 'clinic-manager',
  params: z.strictObject({ id: z.string() }),
  body: z.strictObject({ memberId: z.uuid().nullable() }),
  failures: ['not_found'],
});

export const clinicLeadsCall = defineCall({
  id: 'leads.list-for-clinic',
  scope: 'requests',
  route: 'GET /clinic/leads',
  summary:
    'Published requests that match the clinic, 20 a page: those that ask it first, each newest first',
  audience: 'approved-clinic',
  query: clinicLeadsQuery,
  data: z.strictObject({
    leads: z.array(leadCardDto),
    nextCursor: z.string().nullable(),
    counts: clinicCountsDto,
    capped: clinicCappedDto,
  }),
  failures: ['invalid_cursor'],
});
