import { and, desc, eq, gt, inArray, isNull, sql, type SQL } from 'drizzle-orm';
import { AppError } from '#platform/base/errors';
import { instantsOf, pick } from '#platform/base/fields';
import { isId, sha256 } from '#platform/base/ids';
import { isAmong } from '#platform/base/columns.server';
import type { Ctx, CtxOf } from '#platform/context';
import { sqlNow } from '#platform/time/clock';
import type { ShareDto } from './schemas';
import { note, share } from './tables.server';
import { mostNotes } from './values';

export type ShareRow = typeof share.$inferSelect;
export type NoteRow = typeof note.$inferSelect;

/** What a link shows: the offers for a request side by side, or the deal of one of them. */
export interface Subject {
  readonly leadId: string;
  /** Null for the offers side by side. */
  readonly offerId: string | null;
}

export const isOf = ({ leadId, offerId }: Subject): SQL =>
  and(
    eq(share.leadId, leadId),
    offerId === null ? isNull(share.offerId) : eq(share.offerId, offerId),
  )!;

/** Time counts by itself: the clock of a link may ring late. */
const isNotOver = gt(share.expiresAt, sqlNow);

/** Can be opened, or is. */
export const isLive = and(inArray(share.state, ['open', 'used']), isNotOver)!;

/** Links that are listed; who makes more sees the newest. */
const mostListed = 20;

/** The acting patient's links to one subject, newest first, with the notes of each. */
export async function ownShares(ctx: CtxOf<'patient'>, subject: Subject): Promise<ShareDto[]> {
  const rows = await ctx.db
    .select({ row: share, isOver: sql<boolean>`not ${isNotOver}` })
    .from(share)
    .where(and(isOf(subject), eq(share.patientId, ctx.actor.id)))
    .orderBy(desc(share.createdAt), desc(share.id))
    .limit(mostListed);
  const notes = await notesOf(
    ctx,
    rows.map(({ row }) => row.id),
  );
  return rows.map(({ row, isOver }) =>
    toShare(
      row,
      isOver,
      notes.filter(({ shareId }) => shareId === row.id),
    ),
  );
}

const notesOf = async (ctx: Ctx, ids: readonly string[]): Promise<NoteRow[]> =>
  ids.length === 0
    ? []
    : ctx.db
        .select()
        .from(note)
        .where(isAmong(note.shareId, ids))
        .orderBy(desc(note.createdAt), desc(note.id))
        .limit(mostListed * mostNotes);

/** A link whose time is over reads as ended, also before its clock has rung. */
export const toShare = (row: ShareRow, isOver: boolean, notes: readonly NoteRow[]): ShareDto => {
  const late = isOver && row.state !== 'ended';
  const { createdAt, expiresAt, openedAt, lastOpenedAt, endedAt } = instantsOf(row, [
    ...(['createdAt', 'expiresAt', 'openedAt', 'lastOpenedAt', 'endedAt'] as const),
  ]);
  return {
    _id: row.id,
    state: late ? 'ended' : row.state,
    endedBecause: late ? 'expired' : row.endedBecause,
    ...pick(row, ['withPhotos', 'withNotes']),
    ...{ createdAt, expiresAt, openedAt, lastOpenedAt },
    endedAt: late ? expiresAt : endedAt,
    notes: notes.map(({ id, author, text, createdAt: at }) => ({
      ...{ _id: id, author, text },
      createdAt: at.toISOString(),
    })),
  };
};

/** A link of the acting patient. @throws AppError `not_found`, the same for another person's, a missing and an impossible id */
export async function ownShare(ctx: CtxOf<'patient'>, id: string): Promise<ShareRow> {
  const [row] = isId(id)
    ? await ctx.db
        .select()
        .from(share)
        .where(and(eq(share.id, id), eq(share.patientId, ctx.actor.id)))
    : [];
  if (!row) throw new AppError('not_found');
  return row;
}

/** A link that a browser looks through, and how many notes it holds. */
export interface OpenedShare extends ShareRow {
  readonly notes: number;
  /** Its last look was long enough ago to be worth a write. */
  readonly rested: boolean;
}

export const rested = sql<boolean>`${share.lastOpenedAt} < platform.now() - interval '1 minute'`;

/** What makes a link one that the browser with this cookie may look through, by the database's clock. */
export const isOpenedBy = (token: string): SQL =>
  and(eq(share.cookieHash, sha256(token)), eq(share.state, 'used'), isNotOver)!;

/**
 * The link that a browser has exchanged, by its cookie; asked anew at each look.
 *
 * @throws AppError `link_gone`, the same for one that has ended, for another token and for none
 */
export async function shareOfBrowser(ctx: Ctx, token: string | null): Promise<OpenedShare> {
  const [found] = token
    ? await ctx.db
        .select({
          row: share,
          rested,
          notes: sql<number>`(select count(*)::int from companions.note n where n.share_id = companions.share.id)`,
        })
        .from(share)
        .where(isOpenedBy(token))
    : [];
  if (!found) throw new AppError('link_gone');
  const { row, ...more } = found;
  return { ...row, ...more };
}
