import { z } from 'zod';
import {
  cancelCodes,
  cancellers,
  dealActions,
  dealStatuses,
  removalReasons,
  sides,
  stillReasons,
  timeStatuses,
} from './status';

const instant = z.iso.datetime();
const side = z.enum(sides);

/** Cents of a currency (ISO 4217). */
export const priceDto = z.strictObject({ amountCents: z.int(), currency: z.string() });

/** How to reach the other side: for the two of a deal that is not cancelled, and for nobody else. */
export const contactDto = z.strictObject({
  name: z.string(),
  /** E.164; null where the account is off its number. */
  phoneNumber: z.string().nullable(),
  email: z.string(),
});
export type ContactDto = z.output<typeof contactDto>;

/** Where a patient goes, as the clinic's profile has it. */
export const placeDto = z.strictObject({
  /** Empty where the clinic gives none. */
  address: z.string(),
  city: z.string(),
  country: z.string(),
  doctorName: z.string(),
  /** ISO 639-1. */
  languages: z.array(z.string()),
});
export type PlaceDto = z.output<typeof placeDto>;

const timeDto = z.strictObject({
  _id: z.uuid(),
  from: side,
  startsAt: instant,
  note: z.string().nullable(),
  status: z.enum(timeStatuses),
  createdAt: instant,
});

/** What a side says was paid. */
const confirmationDto = z
  .strictObject({
    ...priceDto.shape,
    reason: z.string().nullable(),
    at: instant,
    /** The day of the treatment, where no date was agreed. */
    treatedOn: z.iso.date().nullable(),
  })
  .nullable();

/** Kinds of contact data that were masked before the words were stored. */
const maskedKinds = z.array(z.string());

export const reviewDto = z.strictObject({
  _id: z.uuid(),
  stars: z.int(),
  text: z.string(),
  masked: maskedKinds,
  createdAt: instant,
  /** Of the clinic, public like the review. */
  answer: z.strictObject({ text: z.string(), masked: maskedKinds, createdAt: instant }).nullable(),
  /** Why staff took the answer away. */
  answerRemoved: z.enum(removalReasons).nullable(),
});
export type ReviewDto = z.output<typeof reviewDto>;

/** A deal as its two sides know it, but for how to reach the other. */
export const dealFields = z.strictObject({
  /** The offer's. */
  _id: z.uuid(),
  leadId: z.uuid(),
  clinicId: z.uuid(),
  /** As whom it is read. */
  as: side,
  status: z.enum(dealStatuses),
  createdAt: instant,
  /** The latest 20, newest first. */
  times: z.array(timeDto),
  scheduledFor: instant.nullable(),
  treated: z.strictObject({ patient: confirmationDto, clinic: confirmationDto }),
  treatedAt: instant.nullable(),
  priceSealed: priceDto,
  /** The sealed price and every extra of the offer that has one: the total that was accepted. */
  priceAccepted: priceDto,
  /** What both say, or the one who spoke; null before, and where they differ. */
  priceFinal: priceDto.nullable(),
  /** One side says that no treatment took place; staff look at it. */
  denied: z.strictObject({ by: side, at: instant, reason: z.string().nullable() }).nullable(),
  /** It does not move on by itself; staff look at it. */
  still: z.strictObject({ because: z.enum(stillReasons), since: instant }).nullable(),
  cancelled: z
    .strictObject({
      by: z.enum(cancellers),
      code: z.enum(cancelCodes),
      reason: z.string().nullable(),
      at: instant,
    })
    .nullable(),
  /** What staff wrote to both sides: the latest 20, newest first. */
  fromTeam: z.array(z.strictObject({ _id: z.uuid(), text: z.string(), createdAt: instant })),
  review: reviewDto.nullable(),
  /** Why staff took the review away. */
  reviewRemoved: z.enum(removalReasons).nullable(),
  /** What the asking side may do now. */
  actions: z.array(z.enum(dealActions)),
});
export type DealFields = z.output<typeof dealFields>;

export const dealDto = z.strictObject({
  ...dealFields.shape,
  /** Of the other side; null for a deal that is cancelled, and for somebody whose account is gone. */
  contact: contactDto.nullable(),
  /** Of the clinic, for the patient, as long as `contact` is there; null for the clinic itself. */
  place: placeDto.nullable(),
});
export type DealDto = z.output<typeof dealDto>;

/** A deal in a list. */
export interface DealSummary {
  /** The offer's. */
  readonly _id: string;
  readonly leadId: string;
  readonly patientId: string;
  readonly clinicId: string;
  readonly status: DealFields['status'];
  readonly createdAt: string;
  readonly scheduledFor: string | null;
  readonly priceSealed: z.output<typeof priceDto>;
}

/** A review as the public reads it. */
export interface PublicReview extends ReviewDto {
  /** Abbreviated: 'Sarah M.'; null where the account is gone. */
  readonly author: string | null;
}
