import { z } from 'zod';
import { nameText } from '#contracts/identity';
import { multilineText } from '#platform/text-schemas';
import { currencies } from './currencies';
import { amountCents } from './dto';
import { declineReasons, itemStates } from './status';

export const maxMessage = 4_000;
export const maxAvailability = 500;
export const maxDoctorName = 120;
export const maxAttachments = 10;
/** More than any template has. */
const maxItems = 60;

/** What the whole form is told when one of the two fields that an offer needs is empty (docs/product.md, Offers and deals). */
const missing = 'error.validation_failed.incomplete_offer';
const whenMissing = ({ input }: { input?: unknown }) =>
  input === undefined || input === null || input === '' ? missing : undefined;

/** What may be left open: missing, null and empty all read as null. */
const open = <S extends z.ZodType>(value: S) =>
  z
    .union([value, z.literal('')])
    .nullish()
    .transform((given) => (given ? (given as z.output<S>) : null));

/** A day that a calendar of our time has. */
const day = z.iso.date().refine((text) => text >= '2020-01-01' && text < '2100-01-01', {
  error: 'error.invalid_value',
});

const item = z
  .strictObject({
    key: z.string().max(60),
    state: z.enum(itemStates),
    /** What it costs besides; of `extra` only. */
    priceCents: amountCents.nullish(),
  })
  .refine(({ state, priceCents }) => state === 'extra' || !priceCents, {
    path: ['priceCents'],
    error: 'offers.error.price_not_extra',
  });

/** What a clinic says in an offer. Lines that it leaves out are not stated. */
export const offerFieldsSchema = z
  .strictObject({
    amountCents: z
      .int({ error: whenMissing })
      .min(1)
      .max(99_999_999, 'offers.error.amount_too_large'),
    listPriceCents: amountCents.nullish().transform((cents) => cents ?? null),
    /** The clinic's own where it says none. */
    currency: z.enum(currencies).nullish(),
    message: z
      .string({ error: whenMissing })
      .pipe(multilineText(maxMessage, 'offers.error.message_long'))
      .pipe(z.string().min(1, missing)),
    items: z
      .array(item)
      .max(maxItems)
      .nullish()
      .transform((items) => items ?? [])
      .refine((items) => new Set(items.map(({ key }) => key)).size === items.length, {
        error: 'error.given_twice',
      }),
    doctorName: open(
      nameText({
        max: maxDoctorName,
        missing: 'error.missing_value',
        tooLong: 'error.text_too_long',
        unfit: 'error.unfit_text',
        contact: 'auth.error.name_contact',
      }),
    ),
    earliestDate: open(day),
    availability: multilineText(maxAvailability, 'error.text_too_long')
      .nullish()
      .transform((text) => text || null),
    /** Ids as `POST /api/attachments` gave them, in the order shown. */
    attachments: z
      .array(z.uuid())
      .max(maxAttachments)
      .nullish()
      .transform((ids) => [...new Set(ids ?? [])]),
  })
  .refine(({ listPriceCents, amountCents: cents }) => !listPriceCents || listPriceCents > cents, {
    path: ['listPriceCents'],
    error: 'offers.error.list_price_low',
  });
export type OfferFields = z.output<typeof offerFieldsSchema>;

/** A patient accepts what a page showed: this revision, and no other. */
export const acceptShownSchema = z.strictObject({ revision: z.coerce.number().int().min(1) });

/** By a call: this revision where one is named, else the offer as it stands. */
export const acceptSchema = z.strictObject({
  revision: z.int().min(1).max(1_000_000).nullish(),
});

/** A patient may say in one tap why not. */
export const declineSchema = z.strictObject({ reason: open(z.enum(declineReasons)) });
