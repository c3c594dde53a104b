import { createHash } from 'node:crypto';
import { desc, eq, inArray, sql } from 'drizzle-orm';
import { actorRef } from '#platform/base/actor';
import { audit, withTransaction } from '#engine';
import { sqlNow } from '#platform/time/clock';
import type { Ctx, CtxOf, TxCtxOf } from '#platform/context';
import { AppError } from '#platform/base/errors';
import type { Page, RequestOf } from '#platform/lists/list';
import { spokenIn } from '#languages/words.server.ts';
import { shownPhone } from '#contracts/identity';
import { type Locale, perLocale } from '#platform/base/locale';
import { cached } from '#platform/settings/cached';
import {
  type contentList,
  type ContentRecord,
  isComputed,
  type SiteContent,
  type StoredContent,
} from './contract';
import { claimsOf, inLanguage, isPartKey, type PartKey, partKeys, readPart } from './rules';
import { contentEntry, contentRevision } from './tables.server';

const unconfirmed = { confirmed: false };
/** The same words in each language. */
const words = (key: string) => perLocale((locale) => spokenIn(locale)(key));

/**
 * What the site says until staff change it: figures, counts and badges, and three
 * examples of testimonials without a name. All of it is left out of the site until a member of staff confirms it.
 */
export const defaultContent: StoredContent = {
  announcements: [],
  figures: [
    { key: 'patients', source: 'configured', value: '50K+', ...unconfirmed },
    { key: 'clinics', source: 'configured', value: '1,200+', ...unconfirmed },
    { key: 'countries', source: 'configured', value: '85+', ...unconfirmed },
    { key: 'success', source: 'configured', value: '98%', ...unconfirmed },
  ],
  popularTreatments: [
    { name: words('site.treatment.dental'), picture: 'dental', count: '2,500+', ...unconfirmed },
    { name: words('site.treatment.hair'), picture: 'hair', count: '1,800+', ...unconfirmed },
    {
      name: words('site.treatment.cosmetic'),
      picture: 'cosmetic',
      count: '1,200+',
      ...unconfirmed,
    },
    {
      name: words('site.treatment.dermatology'),
      picture: 'dermatology',
      count: '900+',
      ...unconfirmed,
    },
    { name: words('site.treatment.eye'), picture: 'eye', count: '600+', ...unconfirmed },
    { name: words('site.treatment.joint'), picture: 'joint', count: '400+', ...unconfirmed },
  ],
  testimonials: [
    { quote: words('site.testimonial.offers'), attribution: '', ...unconfirmed },
    { quote: words('site.testimonial.clarity'), attribution: '', ...unconfirmed },
    { quote: words('site.testimonial.privacy'), attribution: '', ...unconfirmed },
  ],
  badges: [
    { label: words('site.badge.ssl'), ...unconfirmed },
    { label: words('site.badge.hipaa'), ...unconfirmed },
    { label: words('site.badge.verified'), ...unconfirmed },
  ],
  contact: { email: null, phone: null, address: null },
};

/** A part as it was read, and when, by the database's clock and by the process's. */
interface ReadEntry extends EntryRow {
  readonly asOf: Date;
  readonly readAt: number;
}

const storedEntries = cached<readonly ReadEntry[]>({
  channel: 'content',
  read: async ({ db }) => {
    const asOf = sql<Date>`${sqlNow}`.mapWith(contentEntry.updatedAt);
    const rows = await db.select({ entry: contentEntry, asOf }).from(contentEntry);
    const readAt = performance.now();
    return rows.map(({ entry, asOf }) => ({ ...entry, asOf, readAt }));
  },
});

/** What the database's clock says by now, without asking it. */
const nowBy = ({ asOf, readAt }: ReadEntry): number => asOf.getTime() + performance.now() - readAt;

/** All parts that somebody ever touched, from this process's memory. */
const readEntries = storedEntries.read;
/** Hears of content that other processes change, until the services are closed. */
export const watchContent = storedEntries.watch;
/** Whether the content may be another one than it was, for whoever keeps what was made of it. */
export const heardOfContent = storedEntries.heard;

type EntryRow = typeof contentEntry.$inferSelect;

/** A part as it stands, locked until the transaction ends; version 0 is the default. */
interface OpenEntry {
  readonly key: PartKey;
  readonly value: unknown;
  readonly draft: unknown;
  readonly version: number;
}

/** What somebody looked at before they changed it; what they do not name is not compared. */
export interface LookedAt {
  /** Of what is published. */
  readonly version?: number;
  /** Of what is published and what is prepared, both together. */
  readonly edition?: string;
}

/** Changes with whatever is published or prepared. */
const editionOf = ({ version, draft }: Pick<OpenEntry, 'version' | 'draft'>): string =>
  createHash('sha256')
    .update(JSON.stringify([version, draft ?? null]))
    .digest('base64url');

/** The stored value, or the default where none was published or it no longer fits. */
const valueOf = (key: PartKey, row: EntryRow | undefined): unknown =>
  row && row.version > 0 ? (readPart(key, row.value) ?? defaultContent[key]) : defaultContent[key];

/**
 * Runs `change` on one part, which nobody else changes meanwhile, and writes it into the log.
 *
 * @throws AppError `not_found`; `version_conflict` when it is no longer what was looked at
 */
export function changeEntry(
  ctx: CtxOf<'staff'>,
  { key, action, seen = {} }: { key: string; action: string; seen?: LookedAt },
  change: (tx: TxCtxOf<'staff'>, entry: OpenEntry) => Promise<{ version: number }>,
): Promise<void> {
  if (!isPartKey(key)) return Promise.reject(new AppError('not_found'));
  return withTransaction(ctx, async (tx) => {
    const entry = await openEntry(tx, key);
    requireSame(entry, seen);
    const { version } = await change(tx, entry);
    await storedEntries.changed(tx);
    await audit(tx, { action, object: { type: 'content', id: key }, details: { version } });
  });
}

function requireSame(entry: OpenEntry, { version, edition }: LookedAt): void {
  if (version !== undefined && version !== entry.version) throw new AppError('version_conflict');
  if (edition !== undefined && edition !== editionOf(entry)) throw new AppError('version_conflict');
}

/** A part without a row gets one, so that there is something to lock. */
async function openEntry(ctx: TxCtxOf<'staff'>, key: PartKey): Promise<OpenEntry> {
  await ctx.db
    .insert(contentEntry)
    .values({ key, value: defaultContent[key], version: 0, ...stamp(ctx) })
    .onConflictDoNothing();
  const [row] = await ctx.db
    .select()
    .from(contentEntry)
    .where(eq(contentEntry.key, key))
    .for('update');
  return { key, value: valueOf(key, row), draft: row!.draft, version: row!.version };
}

const stamp = (ctx: CtxOf<'staff'>) => ({ updatedBy: actorRef(ctx.actor), updatedAt: sqlNow });

/** Keeps or forgets what is being prepared. */
export async function writeDraft(
  ctx: TxCtxOf<'staff'>,
  key: PartKey,
  draft: unknown,
): Promise<void> {
  await ctx.db
    .update(contentEntry)
    .set({ draft, ...stamp(ctx) })
    .where(eq(contentEntry.key, key));
}

/** Shows a value from now on, as the next version, and keeps it in the history. */
export async function publishValue(
  ctx: TxCtxOf<'staff'>,
  entry: OpenEntry,
  published: { value: unknown; draft: unknown },
): Promise<{ version: number }> {
  const { key } = entry;
  const version = entry.version + 1;
  const { value } = published;
  const { updatedBy: by, updatedAt: at } = stamp(ctx);
  await ctx.db
    .update(contentEntry)
    .set({ ...published, version, ...stamp(ctx) })
    .where(eq(contentEntry.key, key));
  await ctx.db.insert(contentRevision).values({ key, version, value, by, at });
  return { version };
}

/**
 * The public site's content in the reader's language: what staff published, else the defaults. Announcements are those of
 * this moment. What no member of staff has confirmed is left out: figures, badges and testimonials, and of popular
 * treatments their counts. With `drafts`, for staff alone, what they prepare goes first and nothing is left out.
 */
export async function siteContent(
  ctx: Ctx,
  { drafts = false }: { drafts?: boolean } = {},
): Promise<SiteContent> {
  const rows = await readEntries(ctx);
  const stored = rows.flatMap((row) => {
    if (!isPartKey(row.key)) return [];
    const draft = drafts && row.draft !== null ? readPart(row.key, row.draft) : null;
    return [{ [row.key]: draft ?? valueOf(row.key, row) }];
  });
  const content: StoredContent = Object.assign({}, defaultContent, ...stored);
  const { phone } = content.contact;
  const contact = { ...content.contact, phone: phone && shownPhone(phone) };
  const announced = { ...content, contact, announcements: standing(content, rows) };
  return inLanguage(drafts ? announced : confirmedOnly(announced), ctx.locale);
}

/** What staff delivered, in the reader's language: for a page that stands without a database. */
export const deliveredContent = (language: Locale): SiteContent =>
  inLanguage(confirmedOnly(defaultContent), language);

/** Announcements whose time it is. Without a row there is none. */
function standing({ announcements }: StoredContent, rows: readonly ReadEntry[]) {
  const [row] = rows;
  if (!row) return [];
  const now = nowBy(row);
  return announcements.filter(
    ({ from, until }) =>
      (from === null || Date.parse(from) <= now) && (until === null || now < Date.parse(until)),
  );
}

const isShown = (claim: { confirmed: boolean }): boolean => claim.confirmed || isComputed(claim);

const confirmedOnly = (content: StoredContent): StoredContent => ({
  ...content,
  figures: content.figures.filter(isShown),
  badges: content.badges.filter(isShown),
  testimonials: content.testimonials.filter(isShown),
  popularTreatments: content.popularTreatments.map((treatment) =>
    treatment.confirmed ? treatment : { ...treatment, count: '' },
  ),
});

type Revision = typeof contentRevision.$inferSelect;

/** A page of the parts of the site's content with their history. */
export async function listContent(
  ctx: CtxOf<'staff'>,
  { filter, sort, offset, limit }: RequestOf<typeof contentList>,
): Promise<Page<ContentRecord>> {
  const keys = partKeys
    .filter((key) => !filter.id || filter.id.includes(key))
    .filter((key) => key.toLowerCase().includes(filter.q?.toLowerCase() ?? ''));
  if (sort.order === 'DESC') keys.reverse();
  const rows = await recordsOf(ctx, keys.slice(offset, offset + limit));
  return { rows, total: keys.length };
}

/** @throws AppError `not_found` */
export async function readContent(ctx: CtxOf<'staff'>, key: string): Promise<ContentRecord> {
  if (!isPartKey(key)) throw new AppError('not_found');
  return (await recordsOf(ctx, [key]))[0]!;
}

async function recordsOf(ctx: CtxOf<'staff'>, keys: PartKey[]): Promise<ContentRecord[]> {
  if (keys.length === 0) return [];
  const entries = await ctx.db.select().from(contentEntry).where(inArray(contentEntry.key, keys));
  const history = await ctx.db
    .select()
    .from(contentRevision)
    .where(inArray(contentRevision.key, keys))
    .orderBy(desc(contentRevision.version));
  return keys.map((key) =>
    toRecord(
      key,
      entries.find((each) => each.key === key),
      history.filter((each) => each.key === key),
    ),
  );
}

function toRecord(key: PartKey, row: EntryRow | undefined, history: Revision[]): ContentRecord {
  const value = valueOf(key, row);
  const version = row?.version ?? 0;
  const draft = row?.draft ?? null;
  const unconfirmed = claimsOf(value).filter(({ confirmed }) => !confirmed).length;
  return {
    id: key,
    value,
    draft,
    isDefault: version === 0,
    version,
    edition: editionOf({ version, draft }),
    unconfirmed,
    updatedBy: row?.updatedBy ?? null,
    updatedAt: row?.updatedAt.toISOString() ?? null,
    history: history.map((each) => ({
      version: each.version,
      value: each.value,
      by: each.by,
      at: each.at.toISOString(),
    })),
    allowedEvents: [
      'save-draft',
      ...(draft === null ? [] : ['publish', 'discard-draft']),
      ...(version > 0 ? ['restore'] : []),
      ...(unconfirmed > 0 ? ['confirm'] : []),
    ],
  };
}

/** How many claims of the site nobody has vouched for yet. */
export async function countUnconfirmed(ctx: Ctx): Promise<number> {
  const rows = await ctx.db.select().from(contentEntry);
  return partKeys
    .flatMap((key) =>
      claimsOf(
        valueOf(
          key,
          rows.find((row) => row.key === key),
        ),
      ),
    )
    .filter(({ confirmed }) => !confirmed).length;
}
