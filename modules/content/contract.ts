import { z } from 'zod';
import { defaultLocale, perLocale } from '#platform/base/locale';
import { defineList } from '#platform/lists/list';

/**
 * What people read, per language. All but the first one may be missing: then that one is shown. A plain text, as earlier
 * releases stored it, is in the first one.
 */
const wordsOf = (most: number) =>
  z.preprocess(
    (value) => (typeof value === 'string' ? { [defaultLocale]: value } : value),
    z.strictObject(
      perLocale((locale) =>
        locale === defaultLocale ? z.string().min(1).max(most) : z.string().max(most).default(''),
      ),
    ),
  );
type Words = z.output<ReturnType<typeof wordsOf>>;

/** A claim of the site: `confirmed` once a member of staff has vouched for it. */
const claim = { confirmed: z.boolean() };

/** Says so of a figure that is counted: it needs nobody to vouch for it. */
export const isComputed = (value: unknown): boolean =>
  (value as { source?: unknown } | null)?.source === 'computed';

const figureSchema = z.object({
  key: z.enum(['patients', 'clinics', 'countries', 'success']),
  /** `computed`: counted from what really happened, with its date and sample, and left out while that is too small. */
  source: z.enum(['configured', 'computed']).default('configured'),
  /** As printed, e.g. `50K+`, of a figure that is configured. */
  value: z.string().min(1).max(12),
  ...claim,
});

const popularTreatmentSchema = z.object({
  name: wordsOf(60),
  picture: z.enum(['dental', 'hair', 'cosmetic', 'dermatology', 'eye', 'joint']),
  /** As printed, e.g. `2,500+`. */
  count: z.string().min(1).max(12),
  ...claim,
});

const testimonialSchema = z.object({
  quote: wordsOf(400),
  /** Who speaks, in the form the person agreed to; empty for an example. */
  attribution: z.string().max(80),
  ...claim,
});

const badgeSchema = z.object({ label: wordsOf(40), ...claim });

const contactSchema = z.object({
  email: z.email().nullable(),
  phone: z.string().max(40).nullable(),
  address: z.string().max(200).nullable(),
});

/** Something that every page says for a while. */
const announcementSchema = z.object({
  text: wordsOf(300),
  level: z.enum(['info', 'ok', 'warn', 'danger']),
  /** Null: at once. */
  from: z.iso.datetime().nullable(),
  /** Null: until somebody takes it away. */
  until: z.iso.datetime().nullable(),
});

/** The parts of the public site that staff edit, each with its schema. */
export const siteContentSchema = z.object({
  announcements: z.array(announcementSchema).max(3),
  figures: z.array(figureSchema).max(4),
  popularTreatments: z.array(popularTreatmentSchema).max(12),
  testimonials: z.array(testimonialSchema).max(6),
  badges: z.array(badgeSchema).max(6),
  contact: contactSchema,
});
/** As it is stored, in all languages. */
export type StoredContent = z.infer<typeof siteContentSchema>;

type InOneLanguage<T> = T extends Words
  ? string
  : T extends ReadonlyArray<infer U>
    ? Array<InOneLanguage<U>>
    : T extends object
      ? { [K in keyof T]: InOneLanguage<T[K]> }
      : T;
/** As one reader sees it. */
export type SiteContent = InOneLanguage<StoredContent>;

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
