import { and, count, eq, gt, inArray, isNull, lt, lte, ne, or, sql } from 'drizzle-orm';
import { audit, publishLive, withTransaction } from '#engine';
import { type Duration, inSeconds } from '#platform/base/duration';
import { AppError } from '#platform/base/errors';
import { newId } from '#platform/base/ids';
import type { Ctx, CtxOf, TxCtx } from '#platform/context';
import { deleteInSteps } from '#platform/privacy/person-data';
import { sqlNow } from '#platform/time/clock';
import { keptFor, mentionedIn, type Member } from './rules';
import type { ViewQuery } from './schemas';
import { claim, deskNotice, note, preference, view, viewer } from './tables.server';
import {
  awaySeconds,
  caseChanged,
  claimHours,
  deskChanged,
  mostViews,
  type CaseKind,
  type ClaimKind,
  type DeskNoticeKind,
} from './values';

/** A case by what the console calls it. */
export interface CaseKey<K extends CaseKind = CaseKind> {
  readonly kind: K;
  readonly caseId: string;
}

/** Whoever shows the case or its list reads it again; who looks is not in it. */
const sayChanged = (
  tx: TxCtx,
  { kind, caseId }: CaseKey,
  what: 'claim' | 'notes' | 'viewers',
): Promise<void> => publishLive(tx, 'staff', { type: caseChanged, data: { kind, caseId, what } });

const end = sql<Date>`platform.now() + make_interval(hours => ${claimHours})`;
const theClaim = ({ kind, caseId }: CaseKey) => and(eq(claim.kind, kind), eq(claim.caseId, caseId));

/**
 * Takes a case for two hours from now. Whoever has it already takes it for longer. The case is one that is there: its module is
 * asked before.
 *
 * @throws AppError `case_taken` while a colleague has it
 */
export const takeCase = (ctx: CtxOf<'staff'>, key: CaseKey<ClaimKind>): Promise<void> =>
  withTransaction(ctx, async (tx) => {
    const own = { staffId: ctx.actor.id, until: end };
    const mine = sql`${claim.staffId} = ${ctx.actor.id} and ${claim.until} > platform.now()`;
    const taken = await tx.db
      .insert(claim)
      .values({ ...key, ...own, takenAt: sqlNow })
      .onConflictDoUpdate({
        target: [claim.kind, claim.caseId],
        set: {
          ...own,
          takenAt: sql`case when ${mine} then ${claim.takenAt} else platform.now() end`,
        },
        setWhere: or(eq(claim.staffId, ctx.actor.id), lte(claim.until, sqlNow)),
      })
      .returning({ staffId: claim.staffId });
    if (taken.length === 0) throw new AppError('case_taken');
    await sayChanged(tx, key, 'claim');
  });

/** Gives back a case that the acting person has taken; another one's claim stays, and so does a free case. */
export const giveCaseBack = (ctx: CtxOf<'staff'>, key: CaseKey<ClaimKind>): Promise<void> =>
  withTransaction(ctx, async (tx) => {
    const gone = await tx.db
      .delete(claim)
      .where(and(theClaim(key), eq(claim.staffId, ctx.actor.id)))
      .returning({ caseId: claim.caseId });
    if (gone.length > 0) await sayChanged(tx, key, 'claim');
  });

/**
 * Gives a case that the acting person has taken to a colleague who works here, for two hours from now; they get a notice.
 *
 * @throws AppError `case_taken` when it is not, or no longer, the acting person's
 */
export const giveCaseOn = (
  ctx: CtxOf<'staff'>,
  { staffId, ...key }: CaseKey<ClaimKind> & { staffId: string },
): Promise<void> =>
  withTransaction(ctx, async (tx) => {
    const own = and(theClaim(key), eq(claim.staffId, ctx.actor.id), gt(claim.until, sqlNow));
    const given = await tx.db
      .update(claim)
      .set({ staffId, takenAt: sqlNow, until: end })
      .where(own)
      .returning({ caseId: claim.caseId });
    if (given.length === 0) throw new AppError('case_taken');
    await audit(tx, {
      action: 'casework.give-on',
      object: { type: 'case', id: key.caseId },
      details: { kind: key.kind, staffId },
    });
    await notify(tx, key, 'given', [staffId]);
    await sayChanged(tx, key, 'claim');
  });

/** Notices for colleagues; whoever causes one gets none. */
async function notify(
  tx: TxCtx,
  { kind, caseId }: CaseKey,
  type: DeskNoticeKind,
  staffIds: readonly string[],
): Promise<void> {
  const byId = tx.actor.kind === 'staff' ? tx.actor.id : null;
  const others = staffIds.filter((staffId) => staffId !== byId);
  if (!byId || others.length === 0) return;
  const about = { type, kind, caseId, byId, at: sqlNow };
  await tx.db.insert(deskNotice).values(others.map((staffId) => ({ ...about, staffId })));
  for (const staffId of others)
    await publishLive(tx, `staff:${staffId}`, { type: deskChanged, data: {} });
}

interface Noted extends CaseKey {
  readonly text: string;
  /** The patient, the clinics and the request that the case is about. */
  readonly about: readonly string[];
  /** Who can be named. */
  readonly team: readonly Member[];
}

/** Notes something about a case for the team; those whom it names get a notice, without its words. */
export const writeNote = (
  ctx: CtxOf<'staff'>,
  { text, about, team, ...key }: Noted,
): Promise<void> =>
  withTransaction(ctx, async (tx) => {
    const id = newId();
    const mentions = mentionedIn(text, team);
    const whose = [...new Set([key.caseId, ...about])];
    const row = { id, ...key, text, mentions, about: whose, staffId: ctx.actor.id, at: sqlNow };
    await tx.db.insert(note).values(row);
    await audit(tx, {
      action: 'casework.note',
      object: { type: 'case', id: key.caseId },
      details: { kind: key.kind, noteId: id },
    });
    await notify(tx, key, 'mentioned', mentions);
    await sayChanged(tx, key, 'notes');
  });

/** Counts as looking: within the last 45 seconds. */
const isThere = sql`seen_at > platform.now() - make_interval(secs => ${awaySeconds})`;

/**
 * The acting person has a page of the case open; says who else has. One statement; the others are shown it at once when it is
 * news, and by their own next sign in any case.
 */
export async function lookAtCase(ctx: CtxOf<'staff'>, key: CaseKey): Promise<string[]> {
  const { kind, caseId } = key;
  const { id } = ctx.actor;
  const { rows } = await ctx.db.execute<{ known: boolean; others: string[] }>(sql`
    with there as materialized (
      select staff_id from ${viewer} where kind = ${kind} and case_id = ${caseId} and ${isThere}),
    seen as (
      insert into ${viewer} (kind, case_id, staff_id, seen_at) values (${kind}, ${caseId}, ${id}, platform.now())
      on conflict (kind, case_id, staff_id) do update set seen_at = excluded.seen_at)
    select exists (select from there where staff_id = ${id}) as known,
      array(select staff_id from there where staff_id <> ${id} order by staff_id)::text[] as others`);
  const [{ known, others }] = rows as [{ known: boolean; others: string[] }];
  if (!known) await withTransaction(ctx, (tx) => sayChanged(tx, key, 'viewers'));
  return others;
}

/** The acting person has left the page of the case. */
export const leaveCase = (ctx: CtxOf<'staff'>, key: CaseKey): Promise<void> =>
  withTransaction(ctx, async (tx) => {
    const own = eq(viewer.staffId, ctx.actor.id);
    const gone = await tx.db
      .delete(viewer)
      .where(and(eq(viewer.kind, key.kind), eq(viewer.caseId, key.caseId), own))
      .returning({ caseId: viewer.caseId });
    if (gone.length > 0) await sayChanged(tx, key, 'viewers');
  });

/** Switches single keys on or off for the acting person. */
export async function setKeys(ctx: CtxOf<'staff'>, { on }: { on: boolean }): Promise<void> {
  await ctx.db
    .insert(preference)
    .values({ staffId: ctx.actor.id, keys: on })
    .onConflictDoUpdate({ target: preference.staffId, set: { keys: on } });
}

/** Marks notices of the acting person as read; those of others stay as they are. */
export async function markNoticesRead(
  ctx: CtxOf<'staff'>,
  { ids }: { ids: readonly string[] },
): Promise<void> {
  if (ids.length === 0) return;
  const own = and(eq(deskNotice.staffId, ctx.actor.id), isNull(deskNotice.readAt));
  await ctx.db
    .update(deskNotice)
    .set({ readAt: sqlNow })
    .where(and(own, inArray(deskNotice.id, [...ids])));
}

/**
 * Keeps a list's filter and order under a name of the acting person's; a name that they have for this list gets the new meaning.
 *
 * @throws AppError `too_many_views`
 */
export const saveView = (
  ctx: CtxOf<'staff'>,
  wish: { resource: string; name: string; query: ViewQuery },
): Promise<void> =>
  withTransaction(ctx, async (tx) => {
    const staffId = ctx.actor.id;
    // One after the other, so that no one keeps more than there may be.
    await tx.db.execute(
      sql`select pg_advisory_xact_lock(hashtextextended('casework.views:' || ${staffId}, 0))`,
    );
    const own = eq(view.staffId, staffId);
    const named = sql`lower(${view.name}) = lower(${wish.name})`;
    const known = await tx.db
      .update(view)
      .set(wish)
      .where(and(own, eq(view.resource, wish.resource), named))
      .returning({ id: view.id });
    if (known.length > 0) return;
    const [kept] = await tx.db.select({ n: count() }).from(view).where(own);
    if (kept!.n >= mostViews) throw new AppError('too_many_views');
    await tx.db.insert(view).values({ ...wish, staffId, createdAt: sqlNow });
  });

/** Forgets a view of the acting person. @throws AppError `not_found` */
export async function removeView(
  ctx: CtxOf<'staff'>,
  { viewId }: { viewId: string },
): Promise<void> {
  const gone = await ctx.db
    .delete(view)
    .where(and(eq(view.id, viewId), eq(view.staffId, ctx.actor.id)))
    .returning({ id: view.id });
  if (gone.length === 0) throw new AppError('not_found');
}

/** Removes who no longer looks and claims that are over. Idempotent, and safe from two workers at once. */
export async function sweepCases(ctx: Ctx): Promise<number> {
  const away = lt(viewer.seenAt, sql`platform.now() - make_interval(secs => ${awaySeconds})`);
  return (
    (await deleteInSteps(ctx, viewer, away)) +
    (await deleteInSteps(ctx, claim, lte(claim.until, sqlNow)))
  );
}

/**
 * Removes old notices, and old notes but for those about a clinic, which go with its account (`keptFor`); returns how many rows
 * went.
 */
export async function forgetOldCases(ctx: Ctx): Promise<number> {
  const before = (length: Duration) =>
    sql`platform.now() - make_interval(secs => ${inSeconds(length)})`;
  const oldNotes = and(lt(note.at, before(keptFor.notes)), ne(note.kind, 'clinics'))!;
  return (
    (await deleteInSteps(ctx, deskNotice, lt(deskNotice.at, before(keptFor.notices)))) +
    (await deleteInSteps(ctx, note, oldNotes))
  );
}

/** Notes about any of these go: requests that are forgotten; returns how many went. */
export async function forgetNotesAbout(ctx: Ctx, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  return deleteInSteps(ctx, note, sql`about && ${sql.param([...ids])}::uuid[]`);
}
