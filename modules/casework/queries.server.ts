import { and, asc, desc, eq, gt, ne, sql } from 'drizzle-orm';
import { isAmong } from '#platform/base/columns.server';
import { instantsOf, pick } from '#platform/base/fields';
import type { CtxOf } from '#platform/context';
import { sqlNow } from '#platform/time/clock';
import type { CaseKey } from './commands.server';
import type { CaseRecord, ListedClaim, OwnDesk } from './schemas';
import { claim, deskNotice, note, preference, view, viewer } from './tables.server';
import { awaySeconds, shownNotes, shownNotices, type ClaimKind } from './values';

const runs = gt(claim.until, sqlNow);

/** Who has taken a case, who else looks at it, and what the team noted. Does not ask whether the case is there. */
export async function readCase(
  ctx: CtxOf<'staff'>,
  { kind, caseId }: CaseKey,
): Promise<CaseRecord> {
  const claims = await ctx.db
    .select()
    .from(claim)
    .where(and(eq(claim.kind, kind), eq(claim.caseId, caseId), runs));
  const there = sql`${viewer.seenAt} > platform.now() - make_interval(secs => ${awaySeconds})`;
  const viewers = await ctx.db
    .select({ staffId: viewer.staffId })
    .from(viewer)
    .where(
      and(
        eq(viewer.kind, kind),
        eq(viewer.caseId, caseId),
        ne(viewer.staffId, ctx.actor.id),
        there,
      ),
    )
    .orderBy(viewer.staffId);
  const notes = await ctx.db
    .select()
    .from(note)
    .where(and(eq(note.kind, kind), eq(note.caseId, caseId)))
    .orderBy(desc(note.at), desc(note.id))
    .limit(shownNotes);
  return {
    claim: claims[0]
      ? { staffId: claims[0].staffId, ...instantsOf(claims[0], ['takenAt', 'until']) }
      : null,
    viewers: viewers.map(({ staffId }) => staffId),
    notes: notes.map((row) => ({
      ...pick(row, ['id', 'staffId', 'text', 'mentions']),
      at: row.at.toISOString(),
    })),
  };
}

/** Which of these cases are taken: one statement for a page of a list. */
export async function claimsOf(
  ctx: CtxOf<'staff'>,
  { kind, ids }: { kind: ClaimKind; ids: readonly string[] },
): Promise<ListedClaim[]> {
  const rows = await ctx.db
    .select()
    .from(claim)
    .where(and(eq(claim.kind, kind), isAmong(claim.caseId, ids), runs));
  return rows.map((row) => ({
    ...pick(row, ['caseId', 'staffId']),
    ...instantsOf(row, ['takenAt', 'until']),
  }));
}

/** What the acting person has in the console. */
export async function ownDesk(ctx: CtxOf<'staff'>): Promise<OwnDesk> {
  const { id } = ctx.actor;
  const [kept] = await ctx.db.select().from(preference).where(eq(preference.staffId, id));
  const cases = await ctx.db
    .select()
    .from(claim)
    .where(and(eq(claim.staffId, id), runs))
    .orderBy(asc(claim.until));
  const notices = await ctx.db
    .select()
    .from(deskNotice)
    .where(eq(deskNotice.staffId, id))
    .orderBy(desc(deskNotice.at), desc(deskNotice.id))
    .limit(shownNotices);
  const views = await ctx.db
    .select()
    .from(view)
    .where(eq(view.staffId, id))
    .orderBy(sql`lower(${view.name})`, view.id);
  return {
    keys: kept?.keys ?? true,
    cases: cases.map(({ kind, caseId, until }) => ({
      kind: kind as ClaimKind,
      ...{ caseId, until: until.toISOString() },
    })),
    notices: notices.map((row) => ({
      ...pick(row, ['id', 'type', 'kind', 'caseId', 'byId']),
      ...instantsOf(row, ['at', 'readAt']),
    })),
    views: views.map((row) => pick(row, ['id', 'resource', 'name', 'query'])),
  };
}
