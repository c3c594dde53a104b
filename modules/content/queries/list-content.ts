import { desc, inArray } from 'drizzle-orm';
import type { ActorOf } from '#platform/actor';
import type { Ctx } from '#platform/context';
import { AppError } from '#platform/errors';
import type { Page, RequestOf } from '#platform/list';
import type { contentList, ContentRecord } from '../contract';
import { editionOf, valueOf, type EntryRow } from '../entries.server';
import { claimsOf, isPartKey, partKeys, type PartKey } from '../parts';
import { contentEntry, contentRevision } from '../tables.server';

type Staff = Ctx<ActorOf<'staff'>>;
type Revision = typeof contentRevision.$inferSelect;

/** A page of the parts of the site's content with their history. */
export async function listContent(
  ctx: Staff,
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
export async function readContent(ctx: Staff, key: string): Promise<ContentRecord> {
  if (!isPartKey(key)) throw new AppError('not_found');
  return (await recordsOf(ctx, [key]))[0]!;
}

async function recordsOf(ctx: Staff, keys: PartKey[]): Promise<ContentRecord[]> {
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
