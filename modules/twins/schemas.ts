import { z } from 'zod';
import { photoSizes } from '#contracts/consultation';
import { defineCall } from '#platform/base/call';
import { defineList, oneOrMany } from '#platform/lists/list';
import { findingStates, markKinds, otherKinds } from './values';

/** Columns and filters of `GET /api/admin/twins`; `q` is the id of a clinic or of a finding. */
export const findingList = defineList({
  sort: ['foundAt'],
  defaultSort: ['foundAt', 'DESC'],
  filters: {
    /** It waits for a decision. */
    queue: z.literal('waiting'),
    state: oneOrMany(z.enum(findingStates)),
    /** One of the two. */
    clinicId: z.string().max(100),
  },
});

const instant = z.iso.datetime();

/** One of the two that share something, and with what. */
const side = z.strictObject({
  kind: z.enum(otherKinds),
  /** Of the clinic; null of a patient and of a clinic that is gone. */
  clinicId: z.uuid().nullable(),
  name: z.string().nullable(),
  /** Of its document, its picture, or the patient's photo; null where the value itself is shared. */
  sourceId: z.uuid().nullable(),
  /** The request that a patient's photo is in. */
  leadId: z.uuid().nullable(),
});

/** `GET /api/admin/twins`: what two share that should not. */
export const findingRecord = z.strictObject({
  id: z.uuid(),
  kind: z.enum(markKinds),
  state: z.enum(findingStates),
  sides: z.tuple([side, side]),
  /** Licence, phone or website without case, spaces and dashes; null where the sides have what is alike. */
  shared: z.string().nullable(),
  /** More than are listed have the same. */
  more: z.boolean(),
  foundAt: instant,
  decidedAt: instant.nullable(),
  decidedBy: z.uuid().nullable(),
  reason: z.string().nullable(),
  allowedEvents: z.array(z.string()),
});
export type FindingRecord = z.output<typeof findingRecord>;
export type FindingSide = FindingRecord['sides'][number];

export const readFoundPhotoCall = defineCall({
  id: 'twins.read-found-photo',
  route: 'GET /admin/twins/{id}/photo',
  summary:
    "The bytes of the patient's photo of a finding, within an hour of a typed reason; each read is logged",
  audience: 'staff',
  params: z.strictObject({ id: z.string() }),
  query: z.strictObject({ size: z.enum(photoSizes).default('medium') }),
  failures: ['not_found'],
});
