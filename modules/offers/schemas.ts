import { z } from 'zod';
import type { SubTreatment } from '#contracts/consultation';
import { leadDetailDto } from '#contracts/exchange';
import { nameText } from '#contracts/identity';
import type { TranslatedBy } from '#contracts/translations';
import { defineCall } from '#platform/base/call';
import { defineEvents, type EventOf } from '#engine/contract';
import { cleanText } from '#platform/text/text';
import { lineText, multilineText } from '#platform/text/text-schemas';
import {
  currencies,
  declineCauses,
  declineReasons,
  itemStates,
  maxAssumptions,
  maxAssumptionText,
  maxBrand,
  maxQuantity,
  offerStatuses,
  statedFigures,
  type StatedFigure,
  units,
  withdrawers,
} from './values';

const who = { offerId: z.uuid(), leadId: z.uuid(), patientId: z.uuid(), clinicId: z.uuid() };
const whoOnly = z.strictObject(who);

/** What can happen to an offer. */
export const offerEvents = defineEvents('offers', {
  made: whoOnly,
  revised: z.strictObject({ ...who, revision: z.int().min(2) }),
  /** The patient wrote to the clinic for the first time. */
  answered: whoOnly,
  accepted: z.strictObject({ ...who, revision: z.int().min(1) }),
  declined: z.strictObject({
    ...who,
    because: z.enum(declineCauses),
    /** The patient's one tap. */
    reason: z.enum(declineReasons).nullable(),
  }),
  withdrawn: z.strictObject({ ...who, by: z.enum(withdrawers) }),
  expired: whoOnly,
});
export type OfferDomainEvent = EventOf<typeof offerEvents>;

/** What the clock says of a live offer; its flow does not move. */
export const offerClockEvents = defineEvents('offers', {
  /** It ends within {@link lastHours}. */
  ending: whoOnly,
});

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
  /** How much of it, counted in `unit`; missing where the clinic does not say. */
  quantity: z.int().min(1).max(maxQuantity).optional(),
  unit: z.enum(units).optional(),
  /** The make or the material, in the clinic's words. */
  brand: z.string().optional(),
});

/** A line as it is stored: its label follows from its key. */
export type OfferItem = Readonly<Omit<z.output<typeof offerItem>, 'label'>>;

/** What an offer's price rests on, and what it costs besides where that does not hold. */
export const assumptionDto = z.strictObject({
  /** 'No bone graft is needed.' */
  text: z.string(),
  /** In cents of the offer's currency; null where the clinic names no figure. */
  surchargeCents: amountCents.nullable(),
});
export type Assumption = Readonly<z.output<typeof assumptionDto>>;

/** A whole number within the bounds of a figure; null is not stated. */
const figure = (name: StatedFigure) =>
  z.int().min(statedFigures[name][0]).max(statedFigures[name][1]);

/** What an offer says of the journey and of the time after it; null is not stated. */
export const figures = {
  trips: figure('trips').nullable(),
  nights: figure('nights').nullable(),
  daysInCountry: figure('daysInCountry').nullable(),
  guaranteeMonths: figure('guaranteeMonths').nullable(),
};

/** Computed from reviews; null below the smallest sample. */
export const ratingDto = z.strictObject({ average: z.number(), count: z.int() }).nullable();

/** What an offer said at one moment. */
export const offerContent = z.strictObject({
  amountCents,
  listPriceCents: amountCents.nullable(),
  currency: z.enum(currencies),
  message: z.string(),
  /** One for each line of the treatment's template, in its order; of optional lines those that are stated. */
  items: z.array(offerItem),
  doctorName: z.string().nullable(),
  /** YYYY-MM-DD. */
  earliestDate: z.iso.date().nullable(),
  availability: z.string().nullable(),
  ...figures,
  /** What the price rests on; empty where the clinic names nothing. A deal names them by their place, from 1. */
  assumptions: z.array(assumptionDto),
  /** Ids for `/api/files/{id}`. */
  attachments: z.array(
    z.strictObject({ id: z.uuid(), name: z.string(), type: z.string(), bytes: z.int() }),
  ),
});
export type OfferContent = z.output<typeof offerContent>;

/** What the clinic typed of an offer in its patient's language, by software, without contact data. */
export interface TranslatedOffer extends TranslatedBy {
  readonly message: string;
  readonly availability: string | null;
  /** In the order of the offer's. */
  readonly assumptions: readonly string[];
}

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

/** A line that offers for one request count otherwise, by a factor of 1.5 or more. */
const differenceDto = z.strictObject({
  key: z.string(),
  /** In the reader's language. */
  label: z.string(),
  unit: z.enum(units),
  least: z.int(),
  most: z.int(),
  counts: z.array(z.strictObject({ offerId: z.uuid(), quantity: z.int() })).readonly(),
});

/** One line of a treatment's template. */
export const templateLineDto = z.strictObject({
  key: z.string(),
  /** In the reader's language. */
  label: z.string(),
  /** Why it is asked; the lines that every treatment has need no reason. */
  source: z.strictObject({ title: z.string(), address: z.url(), opened: z.iso.date() }).optional(),
  /** In what it can be counted; a line without units takes no quantity. */
  units: z.array(z.enum(units)).readonly().optional(),
  /** A make or a material decides what it is worth. */
  isBranded: z.boolean().optional(),
  /** An offer that says nothing of it leaves nothing out. */
  isOptional: z.boolean().optional(),
});

export const maxMessage = 4_000;
export const maxAvailability = 500;
export const maxDoctorName = 120;
export const maxAttachments = 10;
/** More than any template has. */
const maxItems = 60;

/** What the whole form shows when one of the two fields that an offer needs is empty (docs/product.md, Offers and deals). */
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

const oneLine = {
  missing: 'error.missing_value',
  tooLong: 'error.text_too_long',
  unfit: 'error.unfit_text',
};

const item = z
  .strictObject({
    key: z.string().max(60),
    state: z.enum(itemStates),
    /** What it costs besides; of `extra` only. */
    priceCents: amountCents.nullish(),
    /** How much of it; of a line that is included or extra. */
    quantity: z.int().min(1).max(maxQuantity, 'offers.error.quantity').nullish(),
    /** One of the units of the line; the usual one where it is left out. */
    unit: z.enum(units).nullish(),
    /** The make or the material. */
    brand: open(lineText({ ...oneLine, max: maxBrand })),
  })
  .refine(({ state, priceCents }) => state === 'extra' || !priceCents, {
    path: ['priceCents'],
    error: 'offers.error.price_not_extra',
  })
  .refine(({ state, quantity, brand }) => isHeld(state) || (!quantity && !brand), {
    path: ['quantity'],
    error: 'offers.error.quantity_not_held',
  });

/** Whether a line is part of the treatment, at the price or besides it. */
const isHeld = (state: (typeof itemStates)[number]): boolean =>
  state === 'included' || state === 'extra';

const assumption = z.strictObject({
  text: multilineText(maxAssumptionText, 'offers.error.assumption_long').pipe(
    z.string().min(1, 'offers.error.assumption_empty'),
  ),
  surchargeCents: amountCents.nullish().transform((cents) => cents ?? null),
});

const statedFigure = (name: StatedFigure) =>
  figure(name)
    .nullish()
    .transform((given) => given ?? null);

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
      nameText({ ...oneLine, max: maxDoctorName, contact: 'auth.error.name_contact' }),
    ),
    earliestDate: open(day),
    availability: multilineText(maxAvailability, 'error.text_too_long')
      .nullish()
      .transform((text) => text || null),
    trips: statedFigure('trips'),
    nights: statedFigure('nights'),
    daysInCountry: statedFigure('daysInCountry'),
    guaranteeMonths: statedFigure('guaranteeMonths'),
    /** What the price rests on; missing is nothing stated. */
    assumptions: z
      .array(assumption)
      .max(maxAssumptions, 'offers.error.assumptions_many')
      .nullish()
      .transform((given) => given ?? []),
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

/** Lines by their key and unit, of which open offers lie apart. */
export const askDifferenceSchema = z.strictObject({
  key: z.string().max(60),
  unit: z.enum(units),
});

/** A patient may say in one tap why not. */
export const declineSchema = z.strictObject({ reason: open(z.enum(declineReasons)) });

const typed = (most: number) => z.string().max(most).optional().catch(undefined);

/** One line while it is typed: what it is said to be, and what it costs besides. */
const typedItem = z.object({
  state: z.enum(itemStates).optional().catch(undefined),
  price: typed(20),
  quantity: typed(10),
  unit: z.enum(units).optional().catch(undefined),
  brand: typed(maxBrand),
});

const typedAssumption = z.object({ text: typed(maxAssumptionText), surcharge: typed(20) });

/** An offer as far as it is typed: nothing of it is checked, what is no text of ours is left out. */
export const typedOffer = z.object({
  amount: typed(20),
  listPrice: typed(20),
  currency: z.enum(currencies).optional().catch(undefined),
  message: typed(4_000),
  /** By the line's key. */
  items: z.record(z.string().max(60), typedItem).optional().catch(undefined),
  doctorName: typed(120),
  earliestDate: typed(10),
  availability: typed(500),
  trips: typed(5),
  nights: typed(5),
  daysInCountry: typed(5),
  guaranteeMonths: typed(5),
  assumptions: z.array(typedAssumption).max(maxAssumptions).optional().catch(undefined),
  /** Files that were uploaded for it; some may be one too many for an offer. */
  attachments: z.array(z.uuid()).max(50).optional().catch(undefined),
});
export type TypedOffer = z.output<typeof typedOffer>;

/** What a reusable answer keeps: everything but what belongs to one request. */
export const reusableFields = typedOffer.omit({ earliestDate: true, attachments: true });
export type ReusableFields = z.output<typeof reusableFields>;

/** An answer that a clinic uses again. */
export interface Reusable {
  readonly id: string;
  readonly subTreatment: SubTreatment;
  readonly name: string;
  readonly fields: ReusableFields;
}

/** Nobody looks through more. */
export const mostReusable = 100;

export const reusableName = z.string().transform(cleanText).pipe(z.string().min(1).max(60));

// Not z.uuid(): an id that cannot exist answers like one that does not.
const byId = z.strictObject({ id: z.string() });
const offerAnswer = z.strictObject({ offer: offerDto });
const decided = ['not_found', 'already_decided', 'offer_expired'];

export const clinicLeadCall = defineCall({
  id: 'offers.read-lead-for-clinic',
  scope: 'requests',
  route: 'GET /clinic/leads/{id}',
  summary:
    'A request that matches the clinic or that it has an offer for, and what an offer for it says',
  audience: 'approved-clinic',
  params: byId,
  data: z.strictObject({
    lead: leadDetailDto,
    offerTemplate: z.array(templateLineDto),
    /** The one that stands, else the last one. */
    ownOffer: offerDto.nullable(),
  }),
  failures: ['not_found'],
});

export const sendOfferCall = defineCall({
  id: 'offers.send',
  scope: 'offers',
  route: 'POST /clinic/leads/{id}/offers',
  summary: 'Send an offer for a request; one live offer per clinic and request',
  audience: 'clinic-manager',
  params: byId,
  body: offerFieldsSchema,
  data: offerAnswer,
  status: 201,
  failures: [
    'not_found',
    'offer_exists',
    'offers_full',
    'verification_expired',
    'lead_closed',
    'too_many_requests',
    'idempotency_mismatch',
  ],
  idempotent: true,
});

export const reviseOfferCall = defineCall({
  id: 'offers.revise',
  scope: 'offers',
  route: 'PUT /clinic/offers/{id}',
  summary:
    'Say something else in a live offer; what it said before is kept, its validity begins anew',
  audience: 'clinic-manager',
  params: byId,
  body: offerFieldsSchema,
  data: offerAnswer,
  failures: decided,
});

export const withdrawOfferCall = defineCall({
  id: 'offers.withdraw',
  scope: 'offers',
  route: 'POST /clinic/offers/{id}/withdraw',
  summary: 'Take a live offer back',
  audience: 'clinic-manager',
  params: byId,
  data: offerAnswer,
  failures: decided,
});

export const offersCall = defineCall({
  id: 'offers.list',
  route: 'GET /offers',
  summary: 'The offers for a request of yours: those that stand first, newest first',
  audience: 'patient',
  query: z.strictObject({ lead: z.string().max(60) }),
  data: z.strictObject({
    offers: z.array(offerDto),
    /** Lines that open offers count so differently that it is worth asking why. */
    differences: z.array(differenceDto),
  }),
  failures: ['not_found'],
});

export const askDifferenceCall = defineCall({
  id: 'offers.ask-difference',
  route: 'POST /leads/{id}/ask-difference',
  summary:
    'Ask each clinic whose open offer counts a line otherwise than another one why it does, once for each version of its offer',
  audience: 'patient',
  params: byId,
  body: askDifferenceSchema,
  data: z.strictObject({
    /** Offers whose clinics were asked, now or before. */
    asked: z.array(z.uuid()),
  }),
  failures: ['not_found', 'conversation_closed', 'conversation_blocked'],
});

export const offerCall = defineCall({
  id: 'offers.read',
  route: 'GET /offers/{id}',
  summary: 'An offer for a request of yours',
  audience: 'patient',
  params: byId,
  data: offerAnswer,
  failures: ['not_found'],
});

export const acceptOfferCall = defineCall({
  id: 'offers.accept',
  route: 'POST /offers/{id}/accept',
  summary:
    'Choose an offer, as the revision that is named said it: its clinic learns your contact data, all other offers are declined',
  audience: 'patient',
  params: byId,
  body: acceptSchema,
  data: offerAnswer,
  failures: [...decided, 'offer_changed'],
});

export const declineOfferCall = defineCall({
  id: 'offers.decline',
  route: 'POST /offers/{id}/decline',
  summary: 'Say no to an offer, with a reason or without; its clinic learns the reason',
  audience: 'patient',
  params: byId,
  body: declineSchema,
  data: offerAnswer,
  failures: decided,
});
