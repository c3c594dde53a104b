import { z } from 'zod';
import { photoSizes, subTreatments } from '#contracts/consultation';
import { dealStatuses } from '#contracts/deals';
import { currencies, figures, assumptionDto, amountCents, offerItem } from '#contracts/offers';
import { defineEvents, type EventOf } from '#engine/contract';
import { defineCall } from '#platform/base/call';
import { lineText, multilineText } from '#platform/text/text-schemas';
import { maxAuthor, maxNoteText, shareEnds, shareStates, subjectKinds } from './values';

const who = {
  shareId: z.uuid(),
  leadId: z.uuid(),
  /** Of the deal; null where the link shows the offers side by side. */
  offerId: z.uuid().nullable(),
  patientId: z.uuid(),
};
const whoOnly = z.strictObject(who);

/** What can happen to a link. */
export const shareEvents = defineEvents('companions', {
  shared: whoOnly,
  opened: whoOnly,
  ended: z.strictObject({ ...who, because: z.enum(shareEnds) }),
});
export type ShareDomainEvent = EventOf<typeof shareEvents>;

/** What a companion does with it. */
export const noteEvents = defineEvents('companions', {
  'note-written': z.strictObject({ ...who, noteId: z.uuid() }),
});

const instant = z.iso.datetime();

/** What a companion wrote; its patient alone reads it. */
export const companionNoteDto = z.strictObject({
  _id: z.uuid(),
  /** As the companion names themselves; null where they do not. */
  author: z.string().nullable(),
  text: z.string(),
  createdAt: instant,
});

/** A link as its patient sees it. Its token is shown once, when it is made. */
export const shareDto = z.strictObject({
  _id: z.uuid(),
  state: z.enum(shareStates),
  endedBecause: z.enum(shareEnds).nullable(),
  withPhotos: z.boolean(),
  withNotes: z.boolean(),
  createdAt: instant,
  expiresAt: instant,
  /** When a browser exchanged it. */
  openedAt: instant.nullable(),
  /** When that browser looked last, to the minute. */
  lastOpenedAt: instant.nullable(),
  endedAt: instant.nullable(),
  /** Newest first. */
  notes: z.array(companionNoteDto),
});
export type ShareDto = z.output<typeof shareDto>;

/** Missing and null read as no. */
const choice = z
  .boolean()
  .nullish()
  .transform((chosen) => chosen === true);

/** What a link lets see and do, beside what every link shows. */
export const shareSchema = z.strictObject({
  /** Also the photos of the request. */
  withPhotos: choice,
  /** The companion may write notes. */
  withNotes: choice,
});
export type ShareInput = z.output<typeof shareSchema>;

/** The whole link will do as well as what stands behind its `#`. */
export const exchangeSchema = z.strictObject({
  token: z
    .string('companions.error.link')
    .max(1_000, 'companions.error.link')
    .transform((typed) => typed.trim().replace(/^.*#/s, ''))
    .pipe(z.string().min(1, 'companions.error.link').max(200, 'companions.error.link')),
});

export const noteSchema = z.strictObject({
  text: multilineText(maxNoteText, 'error.text_too_long').pipe(
    z.string().min(1, 'companions.error.words'),
  ),
  author: z
    .union([
      lineText({
        max: maxAuthor,
        missing: 'error.missing_value',
        tooLong: 'error.text_too_long',
        unfit: 'error.unfit_text',
      }),
      z.literal(''),
    ])
    .nullish()
    .transform((name) => name || null),
});
export type NoteInput = z.output<typeof noteSchema>;

/** An offer as a companion compares it: what is public of its clinic, and what it offers; no message of it. */
const sharedOfferDto = z.strictObject({
  clinicName: z.string(),
  amountCents,
  listPriceCents: amountCents.nullable(),
  currency: z.enum(currencies),
  items: z.array(offerItem),
  doctorName: z.string().nullable(),
  earliestDate: z.iso.date().nullable(),
  availability: z.string().nullable(),
  ...figures,
  assumptions: z.array(assumptionDto),
  expiresAt: instant,
});

/** Cents of a currency (ISO 4217). */
const price = z.strictObject({ amountCents: z.int(), currency: z.string() });

const sharedDealDto = z.strictObject({
  clinicName: z.string(),
  city: z.string().nullable(),
  status: z.enum(dealStatuses),
  /** What was accepted, with the extras that have a price. */
  price,
  /** What was paid, once both sides have said so. */
  priceFinal: price.nullable(),
  createdAt: instant,
  scheduledFor: instant.nullable(),
  treatedAt: instant.nullable(),
});

/** What a companion sees: nothing to reach anybody by, and of the patient the first name. */
export const sharedDto = z.strictObject({
  kind: z.enum(subjectKinds),
  patient: z.string(),
  subTreatment: z.enum(subTreatments),
  /** From then on nothing is shown. */
  until: instant,
  /** For `GET /shared/photos/{id}`; empty where the patient shares none. */
  photos: z.array(z.string()),
  /** How many more notes the companion may write; null where the patient wants none. */
  notesLeft: z.int().nullable(),
  /** Of a comparison: those that are open. */
  offers: z.array(sharedOfferDto),
  /** Of a deal. */
  deal: sharedDealDto.nullable(),
});
export type SharedDto = z.output<typeof sharedDto>;

// Not z.uuid(): an id that cannot exist answers like one that does not.
const byId = z.strictObject({ id: z.string() });
const links = z.strictObject({ links: z.array(shareDto) });
const newLink = z.strictObject({
  link: shareDto,
  /** The whole address. Shown this once: what is stored does not lead back to it. */
  address: z.url(),
});
const refusals = ['not_found', 'links_full', 'share_closed', 'too_many_requests'];

export const comparisonLinksCall = defineCall({
  id: 'companions.list-comparison',
  route: 'GET /leads/{id}/companions',
  summary: 'Links by which relatives see the offers for a request of yours, and their notes',
  audience: 'patient',
  params: byId,
  data: links,
  failures: ['not_found'],
});

export const shareComparisonCall = defineCall({
  id: 'companions.share-comparison',
  route: 'POST /leads/{id}/companions',
  summary:
    'Make a link by which one browser sees the offers for a request of yours for seven days; three at most',
  audience: 'patient',
  params: byId,
  body: shareSchema,
  data: newLink,
  status: 201,
  failures: refusals,
});

export const dealLinksCall = defineCall({
  id: 'companions.list-deal',
  route: 'GET /deals/{id}/companions',
  summary: 'Links by which relatives see a deal of yours, and their notes, by the id of the offer',
  audience: 'patient',
  params: byId,
  data: links,
  failures: ['not_found'],
});

export const shareDealCall = defineCall({
  id: 'companions.share-deal',
  route: 'POST /deals/{id}/companions',
  summary:
    'Make a link by which one browser sees a deal of yours for seven days; three at most, by the id of the offer',
  audience: 'patient',
  params: byId,
  body: shareSchema,
  data: newLink,
  status: 201,
  failures: refusals,
});

export const revokeShareCall = defineCall({
  id: 'companions.revoke',
  route: 'DELETE /companions/{id}',
  summary: 'Take a link back: whoever opened it sees nothing from now on',
  audience: 'patient',
  params: byId,
  failures: ['not_found'],
});

export const removeNoteCall = defineCall({
  id: 'companions.remove-note',
  route: 'DELETE /companions/{id}/notes/{noteId}',
  summary: 'Remove a note that a companion wrote to you',
  audience: 'patient',
  params: z.strictObject({ id: z.string(), noteId: z.string() }),
  failures: ['not_found'],
});

export const openShareCall = defineCall({
  id: 'companions.open',
  route: 'POST /shared',
  summary:
    'Exchange the token of a link, once, for a cookie of this browser that lasts as long as the link',
  audience: 'public',
  body: exchangeSchema,
  failures: ['link_gone'],
  limit: 'auth',
});

export const readSharedCall = defineCall({
  id: 'companions.read',
  route: 'GET /shared',
  summary: 'What the link shows that this browser has opened',
  audience: 'public',
  data: sharedDto,
  failures: ['link_gone'],
});

export const sharedPhotoCall = defineCall({
  id: 'companions.photo',
  route: 'GET /shared/photos/{id}',
  summary: 'The bytes of a photo that the link shows which this browser has opened',
  audience: 'public',
  params: byId,
  query: z.strictObject({ size: z.enum(photoSizes).default('full') }),
  failures: ['not_found'],
});

export const writeNoteCall = defineCall({
  id: 'companions.write-note',
  route: 'POST /shared/notes',
  summary: 'Write a note that only the patient reads who gave the link',
  audience: 'public',
  body: noteSchema,
  data: z.strictObject({ notesLeft: z.int() }),
  status: 201,
  failures: ['link_gone', 'not_found', 'notes_full'],
});
