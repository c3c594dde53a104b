import { z } from 'zod';
import { patientInfoSchema, requestFacts } from '#contracts/consultation';
import { leadStatuses, type ActivityKind } from './status';

const instant = z.iso.datetime();

/** A treatment request as its owner sees it. */
export const leadDto = z.strictObject({
  _id: z.uuid(),
  /** E.164; in answers to the owner only. */
  phoneNumber: z.string(),
  ...requestFacts,
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
