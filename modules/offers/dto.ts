import { z } from 'zod';
import { currencies } from './currencies';
import { itemStates, offerStatuses } from './status';

const instant = z.iso.datetime();

/** Cents of a currency (ISO 4217), from 1 cent to 999,999.99. */
export const maxAmountCents = 99_999_999;
export const amountCents = z.int().min(1).max(maxAmountCents);

/** One line of what is offered. */
export const offerItem = z.strictObject({
  /** Of the template of the treatment; stable. */
  key: z.string(),
  /** In the reader's language. */
  label: z.string(),
  state: z.enum(itemStates),
  /** What it costs besides; where it is `extra` and the clinic says so. */
  priceCents: amountCents.optional(),
});

/** A line as it is stored: its label follows from its key. */
export interface OfferItem {
  readonly key: string;
  readonly state: (typeof itemStates)[number];
  readonly priceCents?: number;
}

/** Computed from reviews; null below the smallest sample. */
export const ratingDto = z.strictObject({ average: z.number(), count: z.int() }).nullable();

/** What an offer said at one moment. */
export const offerContent = z.strictObject({
  amountCents,
  listPriceCents: amountCents.nullable(),
  currency: z.enum(currencies),
  message: z.string(),
  /** One for each line of the treatment's template, in its order. */
  items: z.array(offerItem),
  doctorName: z.string().nullable(),
  /** YYYY-MM-DD. */
  earliestDate: z.iso.date().nullable(),
  availability: z.string().nullable(),
  /** Ids for `/api/files/{id}`. */
  attachments: z.array(
    z.strictObject({ id: z.uuid(), name: z.string(), type: z.string(), bytes: z.int() }),
  ),
});
export type OfferContent = z.output<typeof offerContent>;

/** An offer as its patient and its clinic see it. */
export const offerDto = z.strictObject({
  _id: z.uuid(),
  leadId: z.uuid(),
  clinic: z.strictObject({ _id: z.uuid(), clinicName: z.string(), rating: ratingDto }),
  ...offerContent.shape,
  status: z.enum(offerStatuses),
  /** From 1. */
  revision: z.int(),
  expiresAt: instant,
  createdAt: instant,
});
export type OfferDto = z.output<typeof offerDto>;

/** One line of a treatment's template. */
export const templateLineDto = z.strictObject({
  key: z.string(),
  /** In the reader's language. */
  label: z.string(),
  /** Why it is asked; the lines that every treatment has need no reason. */
  source: z.strictObject({ title: z.string(), address: z.url(), opened: z.iso.date() }).optional(),
});
