import { z } from 'zod';
import { specialtySchema } from '#contracts/consultation';
import type { ReviewPromise } from './review-promise';
import {
  approvalStatuses,
  documentKinds,
  documentReviews,
  experiences,
  scanStates,
  type ApplicationEvent,
  type ApplicationStage,
  type DocumentKind,
} from './status';

const instant = z.iso.datetime();

/** One uploaded file as its clinic sees it. */
export const documentDto = z.strictObject({
  /** For `/api/files/{id}`. */
  _id: z.uuid(),
  kind: z.enum(documentKinds),
  name: z.string(),
  contentType: z.string(),
  bytes: z.int(),
  scan: z.enum(scanStates),
  review: z.enum(documentReviews),
  /** Why it was asked for again or rejected. */
  note: z.string().nullable(),
  /** Was accepted, and is looked at again because the clinic changed what it proves. */
  reopened: z.boolean(),
  /** The last day on which it proves anything; null: it has no end date. */
  validUntil: z.iso.date().nullable(),
  /** A newer one of its kind was accepted in its place. */
  superseded: z.boolean(),
  createdAt: instant,
});
export type DocumentDto = z.output<typeof documentDto>;

/** A clinic as the clinic itself sees it. */
export const clinicDto = z.strictObject({
  _id: z.uuid(),
  /** E.164; in answers to the clinic only. */
  phoneNumber: z.string(),
  clinicName: z.string(),
  doctorName: z.string(),
  email: z.string(),
  address: z.string(),
  city: z.string(),
  country: z.string(),
  website: z.string().nullable(),
  specialties: z.array(specialtySchema),
  licenseNumber: z.string(),
  experience: z.enum(experiences),
  description: z.string(),
  documents: z.array(documentDto),
  /** The phone is verified. */
  isVerified: z.literal(true),
  isApproved: z.boolean(),
  approvalStatus: z.enum(approvalStatuses),
  rejectionReason: z.string().nullable(),
  createdAt: instant,
});
export type ClinicDto = z.output<typeof clinicDto>;

/** An application with its dates, for the page that shows it. */
export interface ApplicationDetails {
  readonly clinic: ClinicDto;
  readonly stage: ApplicationStage | null;
  /** Required kinds of which nothing that counts lies there, or of which one is asked for again. */
  readonly missing: readonly DocumentKind[];
  readonly registeredAt: string;
  readonly completeAt: string | null;
  readonly dueAt: string | null;
  /** Null while the clocks of the review stand still. */
  readonly promise: ReviewPromise | null;
  readonly decidedAt: string | null;
  /** Of rejection or suspension. */
  readonly reason: string | null;
  /** Rejected, and since then something that was named was changed: it can be handed in again. */
  readonly mended: boolean;
  /** Oldest first. */
  readonly activity: ReadonlyArray<{
    readonly id: number;
    readonly kind: ApplicationEvent;
    readonly at: string;
    readonly facts: Readonly<Record<string, string>>;
  }>;
}
