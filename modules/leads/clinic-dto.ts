import { z } from 'zod';
import {
  bodyAreaSchema,
  budgetSchema,
  categorySchema,
  citySchema,
  priorities,
  subTreatmentSchema,
  timelineSchema,
} from '#contracts/consultation';
import { cleanText } from '#platform/text';
import { budgetBuckets, dateRanges, treatmentFilters } from './clinic-filters';

/** A published request as a matching clinic sees it in a list: nothing that says who the patient is. */
export const leadCardDto = z.strictObject({
  _id: z.uuid(),
  /** Abbreviated: 'Sarah M.'. */
  patient: z.string(),
  treatment: categorySchema,
  subTreatment: subTreatmentSchema,
  bodyArea: bodyAreaSchema,
  /** The cities asked for, with commas between them; null when none was named. */
  location: z.string().nullable(),
  budget: budgetSchema.nullable(),
  timeline: timelineSchema.nullable(),
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
});
export type LeadCard = z.output<typeof leadCardDto>;

/** The tabs of a clinic's dashboard in figures. */
export const clinicCountsDto = z.strictObject({
  newLeads: z.int(),
  activeBids: z.int(),
  wonDeals: z.int(),
});
export type ClinicCounts = z.output<typeof clinicCountsDto>;

/** What a clinic may narrow its list by; each value is one of the lists of section 9 of the specification. */
export const clinicLeadsQuery = z.strictObject({
  /** Words in the treatment, its area, a city or the abbreviated name. */
  q: z.string().transform(cleanText).pipe(z.string().max(100)).optional(),
  treatment: z.enum(treatmentFilters).optional(),
  location: citySchema.optional(),
  priority: z.enum(priorities).optional(),
  budget: z.enum(budgetBuckets).optional(),
  date: z.enum(dateRanges).optional(),
  cursor: z.string().max(200).optional(),
});
export type ClinicLeadsQuery = z.output<typeof clinicLeadsQuery>;
