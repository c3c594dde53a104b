import { eq, sql } from 'drizzle-orm';
import { AppError } from '#platform/base/errors';
import { sha256 } from '#platform/base/ids';
import type { Ctx, TxCtx } from '#platform/context';
import { sqlNow } from '#platform/time/clock';
import type { ClinicRow, DocumentRow, Reviewer } from './queries.server';
import { statementOf } from './rules';
import { reviewerSight } from './tables.server';
import { verifiedPoints } from './values';

const mark = (parts: readonly unknown[]): string =>
  sha256(JSON.stringify(parts)).toString('base64url').slice(0, 24);

/** Of everything that a clinic says of itself, and of how often it handed that in. */
export const detailsVersion = (row: ClinicRow): string =>
  mark([row.id, row.resubmissions, statementOf(row)]);

const contentOf = ({ id, sha256: bytes, warnings }: DocumentRow): unknown[] => [
  id,
  bytes,
  warnings,
];

/**
 * Of an application as a record shows it: details and documents. What is decided about single documents has versions of
 * its own; approving waits for those decisions in any case.
 */
export const applicationVersion = (row: ClinicRow, documents: readonly DocumentRow[]): string =>
  mark([detailsVersion(row), documents.map(contentOf)]);

/** Of a document with what was decided about it and, once a clinic stands behind it, with what it proves. */
export const documentVersion = (doc: DocumentRow, row: ClinicRow | null): string =>
  mark([
    contentOf(doc),
    [doc.review, doc.note, doc.reviewedBy, doc.reviewedAt?.getTime() ?? null, doc.validUntil],
    row ? statementOf(row, doc.kind) : null,
  ]);

/** Of the verified points with the changes of them that wait. */
export const pointsVersion = (
  row: ClinicRow,
  waiting: ReadonlyArray<{ readonly id: string }>,
): string => mark([verifiedPoints.map((point) => row[point]), waiting.map(({ id }) => id)]);

/** Of what a form shows. */
export const formVersion = (shown: object): string => mark([shown]);

type Sight = typeof reviewerSight.$inferSelect;

/** What a call says that somebody looked at; without it goes what the product last showed them. */
export type LookedAt = string | undefined;

const versionsOf = (row: ClinicRow, documents: readonly DocumentRow[]): Record<string, string> =>
  Object.fromEntries(documents.map((doc) => [doc.id, documentVersion(doc, row)]));

/** Keeps what a reviewer is shown of an application, in place of what that reviewer saw before. */
export async function noteOpened(
  ctx: Ctx<Reviewer>,
  row: ClinicRow,
  documents: readonly DocumentRow[],
): Promise<void> {
  if (ctx.actor.kind !== 'staff') return;
  const shown = { details: detailsVersion(row), documents: versionsOf(row, documents) };
  await ctx.db
    .insert(reviewerSight)
    .values({ clinicId: row.id, staffId: ctx.actor.id, opened: true, ...shown, at: sqlNow })
    .onConflictDoUpdate({
      target: [reviewerSight.clinicId, reviewerSight.staffId],
      set: { opened: true, ...shown, at: sqlNow },
    });
}

/**
 * Keeps what a reviewer made of a document. Details count as looked at by this only for those who never opened the
 * application: who did must open it again to have seen others.
 */
export async function noteDecided(
  ctx: TxCtx<Reviewer>,
  row: ClinicRow,
  doc: DocumentRow,
): Promise<void> {
  if (ctx.actor.kind !== 'staff') return;
  const details = detailsVersion(row);
  const documents = versionsOf(row, [doc]);
  await ctx.db
    .insert(reviewerSight)
    .values({
      clinicId: row.id,
      staffId: ctx.actor.id,
      opened: false,
      details,
      documents,
      at: sqlNow,
    })
    .onConflictDoUpdate({
      target: [reviewerSight.clinicId, reviewerSight.staffId],
      set: {
        details: sql`case when ${reviewerSight.opened} then ${reviewerSight.details} else excluded.details end`,
        documents: sql`${reviewerSight.documents} || excluded.documents`,
        at: sqlNow,
      },
    });
}

/**
 * Refuses a decision about an application that is no longer the one that was looked at.
 *
 * @throws AppError `version_conflict`
 */
export async function requireSameApplication(
  ctx: TxCtx<Reviewer>,
  row: ClinicRow,
  documents: readonly DocumentRow[],
  version: LookedAt,
): Promise<void> {
  const same =
    version === undefined
      ? isAsShown(row, documents, await sightsOf(ctx, row.id))
      : version === applicationVersion(row, documents);
  if (!same) throw new AppError('version_conflict');
}

/**
 * Refuses a decision about a document that is no longer the one that was looked at, or that somebody else decided.
 *
 * @throws AppError `version_conflict`
 */
export async function requireSameDocument(
  ctx: TxCtx<Reviewer>,
  row: ClinicRow,
  doc: DocumentRow,
  version: LookedAt,
): Promise<void> {
  const current = documentVersion(doc, row);
  const seen = version ?? (await sightsOf(ctx, row.id)).own?.documents[doc.id];
  // Nobody has to have opened what lies there as it was handed in.
  const same = seen === undefined ? isAsHandedIn(doc) : seen === current;
  if (!same) throw new AppError('version_conflict');
}

const isAsHandedIn = ({ review, reopenedAt }: DocumentRow): boolean =>
  review === 'waiting' && reopenedAt === null;

interface Sights {
  readonly own: Sight | undefined;
  readonly others: readonly Sight[];
}

async function sightsOf({ db, actor }: TxCtx<Reviewer>, clinicId: string): Promise<Sights> {
  const all = await db.select().from(reviewerSight).where(eq(reviewerSight.clinicId, clinicId));
  const isOwn = ({ staffId }: Sight) => actor.kind === 'staff' && staffId === actor.id;
  return { own: all.find(isOwn), others: all.filter((sight) => !isOwn(sight)) };
}

/** As the acting person was shown it; as a colleague was, for somebody who was shown nothing. */
function isAsShown(
  row: ClinicRow,
  documents: readonly DocumentRow[],
  { own, others }: Sights,
): boolean {
  const details = detailsVersion(row);
  if (!own) return others.length === 0 || others.some((sight) => sight.details === details);
  if (own.details !== details) return false;
  return (
    !own.opened || documents.every(({ id, review }) => review !== 'waiting' || id in own.documents)
  );
}
