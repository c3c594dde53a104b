import { createHash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { sqlNow } from '#platform/clock';
import { actorRef, type ActorOf } from '#platform/actor';
import { audit } from '#platform/audit';
import { transaction, type Ctx, type TxCtx } from '#platform/context';
import { AppError } from '#platform/errors';
import { defaultContent } from './defaults';
import { remembered } from '#platform/remembered';
import { isPartKey, readPart, type PartKey } from './parts';
import { contentEntry, contentRevision } from './tables.server';

/** A part as it was read, and when, by the database's clock and by the process's. */
export interface ReadEntry extends EntryRow {
  readonly asOf: Date;
  readonly readAt: number;
}

const storedEntries = remembered<readonly ReadEntry[]>({
  channel: 'content',
  read: async ({ db }) => {
    const asOf = sql<Date>`${sqlNow}`.mapWith(contentEntry.updatedAt);
    const rows = await db.select({ entry: contentEntry, asOf }).from(contentEntry);
    const readAt = performance.now();
    return rows.map(({ entry, asOf }) => ({ ...entry, asOf, readAt }));
  },
});

/** What the database's clock says by now, without asking it. */
export const nowBy = ({ asOf, readAt }: ReadEntry): number =>
  asOf.getTime() + performance.now() - readAt;

/** All parts that somebody ever touched, from this process's memory. */
export const readEntries = storedEntries.read;
/** Hears of content that other processes change, until the services are closed. */
export const watchContent = storedEntries.watch;
/** Whether the content may be another one than it was, for whoever keeps what was made of it. */
export const heardOfContent = storedEntries.heard;

export type EntryRow = typeof contentEntry.$inferSelect;

/** A part as it stands, locked until the transaction ends; version 0 is the default. */
export interface OpenEntry {
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
export const editionOf = ({ version, draft }: Pick<OpenEntry, 'version' | 'draft'>): string =>
  createHash('sha256')
    .update(JSON.stringify([version, draft ?? null]))
    .digest('base64url');

type Staff = Ctx<ActorOf<'staff'>>;
type StaffTx = TxCtx<ActorOf<'staff'>>;

/** The stored value, or the default where none was published or it no longer fits. */
export const valueOf = (key: PartKey, row: EntryRow | undefined): unknown =>
  row && row.version > 0 ? (readPart(key, row.value) ?? defaultContent[key]) : defaultContent[key];

/**
 * Runs `change` on one part, which nobody else changes meanwhile, and writes it into the log.
 *
 * @throws AppError `not_found`; `version_conflict` when it is no longer what was looked at
 */
export function changeEntry(
  ctx: Staff,
  { key, action, seen = {} }: { key: string; action: string; seen?: LookedAt },
  change: (tx: StaffTx, entry: OpenEntry) => Promise<{ version: number }>,
): Promise<void> {
  if (!isPartKey(key)) return Promise.reject(new AppError('not_found'));
  return transaction(ctx, async (tx) => {
    const entry = await openEntry(tx, key);
    requireSame(entry, seen);
    const { version } = await change(tx, entry);
    await storedEntries.changed(tx);
    await audit(tx, { action, object: { type: 'content', id: key }, facts: { version } });
  });
}

function requireSame(entry: OpenEntry, { version, edition }: LookedAt): void {
  if (version !== undefined && version !== entry.version) throw new AppError('version_conflict');
  if (edition !== undefined && edition !== editionOf(entry)) throw new AppError('version_conflict');
}

/** A part without a row gets one, so that there is something to lock. */
async function openEntry(ctx: StaffTx, key: PartKey): Promise<OpenEntry> {
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

const stamp = (ctx: Staff) => ({ updatedBy: actorRef(ctx.actor), updatedAt: sqlNow });

/** Keeps or forgets what is being prepared. */
export async function writeDraft(ctx: StaffTx, key: PartKey, draft: unknown): Promise<void> {
  await ctx.db
    .update(contentEntry)
    .set({ draft, ...stamp(ctx) })
    .where(eq(contentEntry.key, key));
}

/** Shows a value from now on, as the next version, and keeps it in the history. */
export async function publishValue(
  ctx: StaffTx,
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
