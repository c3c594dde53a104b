import { z } from 'zod';
import { defineList } from '#platform/list';

/** A claim of the site: `confirmed` once a member of staff has vouched for it. */
const claim = { confirmed: z.boolean() };

const figureSchema = z.object({
  key: z.enum(['patients', 'clinics', 'countries', 'success']),
  /** As printed, e.g. `50K+`. */
  value: z.string().min(1).max(12),
  ...claim,
});

const popularTreatmentSchema = z.object({
  name: z.string().min(1).max(60),
  picture: z.enum(['dental', 'hair', 'cosmetic', 'dermatology', 'eye', 'joint']),
  /** As printed, e.g. `2,500+`. */
  count: z.string().min(1).max(12),
  ...claim,
});

const testimonialSchema = z.object({
  quote: z.string().min(1).max(400),
  /** Who speaks, in the form the person agreed to; empty for an example. */
  attribution: z.string().max(80),
  ...claim,
});

const badgeSchema = z.object({ label: z.string().min(1).max(40), ...claim });

const contactSchema = z.object({
  email: z.email().nullable(),
  phone: z.string().max(40).nullable(),
  address: z.string().max(200).nullable(),
});

/** The parts of the public site that staff edit, each with its schema. */
export const siteContentSchema = z.object({
  figures: z.array(figureSchema).max(4),
  popularTreatments: z.array(popularTreatmentSchema).max(12),
  testimonials: z.array(testimonialSchema).max(6),
  badges: z.array(badgeSchema).max(6),
  contact: contactSchema,
});
export type SiteContent = z.infer<typeof siteContentSchema>;

/** `GET /api/admin/content`: one record per part of the public site; `id` is its key. For admins. */
export const contentRecord = z.strictObject({
  id: z.string(),
  /** What the site shows now, in the form of that part's schema. */
  value: z.unknown(),
  /** What staff prepare; null when there is nothing. Seen at `/?preview=draft` by signed-in staff. */
  draft: z.unknown().nullable(),
  isDefault: z.boolean(),
  version: z.int(),
  /** Of what is published and what is prepared, both together: another one as soon as somebody changes either. */
  edition: z.string(),
  /** Claims that nobody has vouched for yet. */
  unconfirmed: z.int(),
  updatedBy: z.string().nullable(),
  updatedAt: z.iso.datetime().nullable(),
  /** Newest first. */
  history: z.array(
    z.strictObject({
      version: z.int(),
      value: z.unknown(),
      by: z.string(),
      at: z.iso.datetime(),
    }),
  ),
  /**
   * Of `save-draft {value}`, `publish`, `discard-draft`, `restore {version}` (0 is the default), `confirm {index,
   * version?}`. With `edition`, and but for `restore` with `version`, they are refused as `version_conflict` when it is
   * no longer the one that was looked at.
   */
  allowedEvents: z.array(z.string()),
});
export type ContentRecord = z.output<typeof contentRecord>;

/** Columns of `GET /api/admin/content`; `q` is part of a key. */
export const contentList = defineList({
  sort: ['id'],
  defaultSort: ['id', 'ASC'],
  filters: {},
});
