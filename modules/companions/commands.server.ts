import { and, asc, eq, inArray, lt, not, sql } from 'drizzle-orm';
import { forgetInstances, publish, sendIfAccepted, startMachine, withTransaction } from '#engine';
import { isAmong } from '#platform/base/columns.server';
import { inSeconds } from '#platform/base/duration';
import { AppError } from '#platform/base/errors';
import { isId, newId, newToken, sha256 } from '#platform/base/ids';
import type { Ctx, CtxOf, TxCtx, TxCtxOf } from '#platform/context';
import { requireRateLimit } from '#platform/limits/rate-limit';
import { sqlNow } from '#platform/time/clock';
import { notifyPages, shareFlow } from './projection.server';
import {
  isLive,
  isOf,
  isOpenedBy,
  ownShare,
  rested,
  type OpenedShare,
  type Subject,
  toShare,
} from './queries.server';
import { keptAfterEnd, linkLength, linksPerDay } from './rules';
import { noteEvents, type NoteInput, type ShareDto, type ShareInput } from './schemas';
import { note, share } from './tables.server';
import { mostLive, mostNotes } from './values';

/** A link that was just made. */
interface MadeShare {
  readonly link: ShareDto;
  /** What stands behind the `#` of its address; it is nowhere else. */
  readonly token: string;
}

/**
 * The acting patient makes a link to what is theirs. The caller holds the lock of the request and knows that it is not over:
 * under it links are counted, so that fifty at once are three.
 *
 * @throws AppError `links_full`; `too_many_requests`
 */
export async function makeShare(
  ctx: TxCtxOf<'patient'>,
  { subject, withPhotos, withNotes }: ShareInput & { readonly subject: Subject },
): Promise<MadeShare> {
  const patientId = ctx.actor.id;
  await requireRateLimit(ctx, linksPerDay, patientId);
  const live = await ctx.db
    .select({ id: share.id })
    .from(share)
    .where(and(isOf(subject), isLive));
  if (live.length >= mostLive) throw new AppError('links_full', { values: { most: mostLive } });
  const [id, token] = [newId(), newToken()];
  const who = { ...subject, patientId };
  const [row] = await ctx.db
    .insert(share)
    .values({
      ...{ id, ...who, withPhotos, withNotes },
      ...{ state: 'open' as const, tokenHash: sha256(token), createdAt: sqlNow },
      expiresAt: sql`platform.now() + make_interval(secs => ${inSeconds(linkLength)})`,
    })
    .returning();
  const input = { shareId: id, ...who, window: linkLength };
  await startMachine(ctx, shareFlow, { id, root: subject.leadId, input });
  return { link: toShare(row!, false, []), token };
}

/** What the browser is given that exchanged a link; the token is nowhere else. */
interface OpenedLink {
  readonly token: string;
  /** Until the link ends. */
  readonly maxAgeSeconds: number;
}

/**
 * A browser exchanges the token of a link for a cookie, once: the flow takes one such event, however many come at once.
 *
 * @throws AppError `link_gone`, the same for one that was used, taken back, is over, or never was
 */
export function openShare(ctx: Ctx, { token }: { token: string }): Promise<OpenedLink> {
  return withTransaction(ctx, async (tx) => {
    const [found] = await tx.db
      .select({ id: share.id, leadId: share.leadId })
      .from(share)
      .where(and(eq(share.tokenHash, sha256(token)), isLive));
    const event = { type: 'companions.open' } as const;
    const opened = found && (await sendIfAccepted(tx, shareFlow, { id: found.id, event }));
    if (!opened) throw new AppError('link_gone');
    const cookie = newToken();
    const [row] = await tx.db
      .update(share)
      .set({ cookieHash: sha256(cookie) })
      .where(and(eq(share.leadId, found.leadId), eq(share.id, found.id)))
      .returning({
        left: sql<number>`ceil(extract(epoch from ${share.expiresAt} - platform.now()))::int`,
      });
    return { token: cookie, maxAgeSeconds: Math.max(1, row!.left) };
  });
}

/** Records that a companion looks, once a minute at most; of fifty looks at once one writes. */
export async function recordLook(
  ctx: Ctx,
  { id, leadId, rested: isDue }: Pick<OpenedShare, 'id' | 'leadId' | 'rested'>,
): Promise<void> {
  if (!isDue) return;
  await ctx.db
    .update(share)
    .set({ lastOpenedAt: sqlNow })
    .where(and(eq(share.leadId, leadId), eq(share.id, id), eq(share.state, 'used'), rested));
}

/**
 * The acting patient takes a link back; whoever opened it sees nothing from then on. One that has ended stays as it is.
 *
 * @throws AppError `not_found`
 */
export async function revokeShare(
  ctx: CtxOf<'patient'>,
  { shareId }: { shareId: string },
): Promise<void> {
  const { id } = await ownShare(ctx, shareId);
  await sendIfAccepted(ctx, shareFlow, { id, event: { type: 'companions.revoke' } });
}

const liveStates = ['open', 'used'] as const;

/** A request is over: the links to its offers end. Under its lock. */
export const endSharesOfRequest = (tx: TxCtx, { leadId }: { leadId: string }): Promise<void> =>
  endThose(tx, { leadId, offerId: null });

/** A deal was cancelled: the links to it end. Under the lock of its request. */
export const endSharesOfDeal = (
  tx: TxCtx,
  { leadId, offerId }: { leadId: string; offerId: string },
): Promise<void> => endThose(tx, { leadId, offerId });

async function endThose(tx: TxCtx, subject: Subject): Promise<void> {
  const rows = await tx.db
    .select({ id: share.id })
    .from(share)
    .where(and(isOf(subject), inArray(share.state, [...liveStates])))
    .orderBy(asc(share.id));
  const event = { type: 'companions.end', because: 'request-ended' } as const;
  for (const { id } of rows) await sendIfAccepted(tx, shareFlow, { id, event });
}

/** A patient leaves: all their links end. */
export async function endSharesOfPatient(
  tx: TxCtx,
  { patientId }: { patientId: string },
): Promise<void> {
  const rows = await tx.db
    .select({ id: share.id })
    .from(share)
    .where(and(eq(share.patientId, patientId), inArray(share.state, [...liveStates])))
    .orderBy(asc(share.leadId), asc(share.id));
  const event = { type: 'companions.end', because: 'account-closed' } as const;
  for (const { id } of rows) await sendIfAccepted(tx, shareFlow, { id, event });
}

/**
 * The browser with this cookie writes a note to the patient. Counted under the lock of the link, so that fifty at once
 * never are more than it holds; a link that ends meanwhile takes none. Answers how many more it takes.
 *
 * @throws AppError `link_gone`; `not_found` where the patient wants no notes; `notes_full`
 */
export function writeNote(
  ctx: Ctx,
  { cookie, text, author }: NoteInput & { readonly cookie: string | null },
): Promise<{ notesLeft: number }> {
  return withTransaction(ctx, async (tx) => {
    const [found] = cookie
      ? await tx.db.select().from(share).where(isOpenedBy(cookie)).for('no key update')
      : [];
    if (!found) throw new AppError('link_gone');
    if (!found.withNotes) throw new AppError('not_found');
    const written = await tx.db.$count(note, eq(note.shareId, found.id));
    if (written >= mostNotes) throw new AppError('notes_full', { values: { most: mostNotes } });
    const { id: shareId, leadId, offerId, patientId } = found;
    const noteId = newId();
    await tx.db
      .insert(note)
      .values({ id: noteId, shareId, patientId, author, text, createdAt: sqlNow });
    await publish(tx, noteEvents['companions.note-written'], {
      ...{ shareId, leadId, offerId, patientId },
      noteId,
    });
    await notifyPages(tx, found);
    return { notesLeft: mostNotes - written - 1 };
  });
}

/** The acting patient removes a note. @throws AppError `not_found` */
export async function removeNote(
  ctx: CtxOf<'patient'>,
  { shareId, noteId }: { shareId: string; noteId: string },
): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    const own = await ownShare(tx, shareId);
    const gone = isId(noteId)
      ? await tx.db
          .delete(note)
          .where(and(eq(note.id, noteId), eq(note.shareId, own.id)))
          .returning({ id: note.id })
      : [];
    if (gone.length === 0) throw new AppError('not_found');
    await notifyPages(tx, own);
  });
}

const atOnce = 200;

/**
 * Removes links that ended 30 days ago, with their notes and their log, in small steps, but for those of patients who are
 * `held`; returns how many went.
 */
export async function forgetShares(
  ctx: Ctx,
  { held }: { held: readonly string[] },
): Promise<number> {
  const isOld = lt(
    share.endedAt,
    sql`platform.now() - make_interval(secs => ${inSeconds(keptAfterEnd)})`,
  );
  for (let gone = 0; ;) {
    const rows = await ctx.db
      .select({ id: share.id })
      .from(share)
      .where(and(isOld, not(isAmong(share.patientId, held))))
      .orderBy(asc(share.endedAt), asc(share.id))
      .limit(atOnce);
    gone += await removeShares(
      ctx,
      rows.map(({ id }) => id),
    );
    if (rows.length < atOnce) return gone;
  }
}

/** Removes links that have ended, with all that belongs to them. */
export async function removeShares(ctx: Ctx, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  return withTransaction(ctx, async (tx) => {
    await tx.db.delete(note).where(isAmong(note.shareId, ids));
    await forgetInstances(tx, ids);
    const gone = await tx.db
      .delete(share)
      .where(isAmong(share.id, ids))
      .returning({ id: share.id });
    return gone.length;
  });
}
