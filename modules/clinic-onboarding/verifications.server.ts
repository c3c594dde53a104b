import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm';
import { AppError } from '#platform/base/errors';
import { isId, sha256 } from '#platform/base/ids';
import type { Ctx, TxCtx } from '#platform/context';
import { readSetting } from '#platform/settings/settings';
import { sqlNow, sqlTodayText } from '#platform/time/clock';
import { type ClinicRow, type DocumentRow, type Reviewer } from './queries.server';
import {
  detached,
  documentRequirements,
  type JudgedDocument,
  legalKindsOf,
  statementOf,
} from './rules';
import { clinic, clinicDocument, clinicPicture, reviewerView } from './tables.server';
import {
  type DocumentKind,
  documentKinds,
  isLegalKind,
  requiredWith,
  verifiedPoints,
} from './values';

/** A document as far as it verifies something. */
export interface VerifyingDocument extends JudgedDocument {
  readonly validUntil: string | null;
  readonly supersededAt: Date | null;
}

/** What was verified by one kind of document. */
export interface Verification {
  readonly kind: DocumentKind;
  /** When the last of its documents was accepted. */
  readonly checkedAt: Date;
  /** The last day on which all of them prove anything (YYYY-MM-DD); null: none of them has an end date. */
  readonly until: string | null;
  /** The last day is over: it counts no more. */
  readonly ended: boolean;
}

export const verifies = (doc: VerifyingDocument): boolean =>
  doc.review === 'accepted' &&
  doc.scan !== 'infected' &&
  doc.removedAt === null &&
  doc.supersededAt === null;

/** Kind by kind what stands verified; `today` is YYYY-MM-DD. A kind is over with the first of its documents. */
export function verificationsOf(docs: readonly VerifyingDocument[], today: string): Verification[] {
  return documentKinds.flatMap((kind) => {
    const own = docs.filter((doc) => doc.kind === kind && verifies(doc));
    if (own.length === 0) return [];
    const ends = own.flatMap(({ validUntil }) => validUntil ?? []).sort();
    const until = ends[0] ?? null;
    const times = own.map(({ reviewedAt, createdAt }) => (reviewedAt ?? createdAt).getTime());
    return [
      {
        kind,
        checkedAt: new Date(Math.max(...times)),
        until,
        ended: until !== null && until < today,
      },
    ];
  });
}

/** Everything that must be verified is, and nothing that was has ended: only then new offers may be sent. */
export const isVerified = (
  verifications: readonly Verification[],
  required: readonly DocumentKind[],
): boolean =>
  verifications.every(({ ended }) => !ended) &&
  required.every((kind) => verifications.some((one) => one.kind === kind));

/**
 * Whether a clinic may send new offers: it is approved, everything that must be verified is, and nothing of it has ended.
 * False for an unknown id. Offers that were sent before go on.
 */
export async function mayOffer(ctx: Ctx, clinicId: string): Promise<boolean> {
  if (!isId(clinicId)) return false;
  const { country, specialties } = clinic;
  const rows = await ctx.db
    .select({ document: clinicDocument, day: sqlTodayText, country, specialties })
    .from(clinic)
    .innerJoin(clinicDocument, eq(clinicDocument.clinicId, clinic.id))
    .where(
      and(eq(clinic.id, clinicId), eq(clinic.status, 'approved'), isNull(clinicDocument.removedAt)),
    );
  const [first] = rows;
  if (!first) return false;
  const documents = rows.map(({ document }) => document);
  const requirements = await readSetting(ctx, documentRequirements);
  const required = requiredWith(legalKindsOf(requirements, first, first.day));
  return isVerified(verificationsOf(documents, first.day), required);
}

/** What an application and its files are known by, for whoever looks for the same elsewhere; null for an unknown clinic. */
export async function traitsOf(ctx: Ctx, clinicId: string) {
  const { licenseNumber, phone, website, description } = clinic;
  const [row] = await ctx.db
    .select({ licenseNumber, phone, website, description })
    .from(clinic)
    .where(eq(clinic.id, clinicId));
  if (!row) return null;
  const documents = await ctx.db
    .select({ id: clinicDocument.id, sha256: clinicDocument.sha256 })
    .from(clinicDocument)
    .where(and(eq(clinicDocument.clinicId, clinicId), isNull(clinicDocument.removedAt)));
  const pictures = await ctx.db
    .select({
      id: clinicPicture.id,
      hash: clinicPicture.pictureHash,
      colours: clinicPicture.pictureColours,
    })
    .from(clinicPicture)
    .where(and(eq(clinicPicture.clinicId, clinicId), isNull(clinicPicture.removedAt)));
  return {
    ...row,
    clinicId,
    phone: row.phone === detached(clinicId) ? null : row.phone,
    documents,
    pictures: pictures.flatMap(({ hash, ...one }) => (hash ? [{ ...one, hash }] : [])),
  };
}

/** Clinics in the order of their ids, some at a time. */
export async function clinicIdsAfter(
  ctx: Ctx,
  { after, limit }: { after: string | null; limit: number },
): Promise<string[]> {
  const rows = await ctx.db
    .select({ id: clinic.id })
    .from(clinic)
    .where(after ? gt(clinic.id, after) : undefined)
    .orderBy(asc(clinic.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

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
    isLegalKind(doc.kind) ? [doc.number, doc.issuer, doc.foundOn] : null,
    row ? statementOf(row, doc.kind) : null,
  ]);

/** Of the verified points with the changes of them that wait. */
export const pointsVersion = (
  row: ClinicRow,
  waiting: ReadonlyArray<{ readonly id: string }>,
): string => mark([verifiedPoints.map((point) => row[point]), waiting.map(({ id }) => id)]);

/** Of what a form shows. */
export const formVersion = (shown: object): string => mark([shown]);

type View = typeof reviewerView.$inferSelect;

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
    .insert(reviewerView)
    .values({ clinicId: row.id, staffId: ctx.actor.id, opened: true, ...shown, at: sqlNow })
    .onConflictDoUpdate({
      target: [reviewerView.clinicId, reviewerView.staffId],
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
    .insert(reviewerView)
    .values({
      clinicId: row.id,
      staffId: ctx.actor.id,
      opened: false,
      details,
      documents,
      at: sqlNow,
    })
    .onConflictDoUpdate({
      target: [reviewerView.clinicId, reviewerView.staffId],
      set: {
        details: sql`case when ${reviewerView.opened} then ${reviewerView.details} else excluded.details end`,
        documents: sql`${reviewerView.documents} || excluded.documents`,
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
      ? isAsShown(row, documents, await viewsOf(ctx, row.id))
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
  const seen = version ?? (await viewsOf(ctx, row.id)).own?.documents[doc.id];
  // Nobody has to have opened what lies there as it was handed in.
  const same = seen === undefined ? isAsHandedIn(doc) : seen === current;
  if (!same) throw new AppError('version_conflict');
}

const isAsHandedIn = ({ review, reopenedAt }: DocumentRow): boolean =>
  review === 'waiting' && reopenedAt === null;

interface Views {
  readonly own: View | undefined;
  readonly others: readonly View[];
}

async function viewsOf({ db, actor }: TxCtx<Reviewer>, clinicId: string): Promise<Views> {
  const all = await db.select().from(reviewerView).where(eq(reviewerView.clinicId, clinicId));
  const isOwn = ({ staffId }: View) => actor.kind === 'staff' && staffId === actor.id;
  return { own: all.find(isOwn), others: all.filter((view) => !isOwn(view)) };
}

/** As the acting person was shown it; as a colleague was, for somebody who was shown nothing. */
function isAsShown(
  row: ClinicRow,
  documents: readonly DocumentRow[],
  { own, others }: Views,
): boolean {
  const details = detailsVersion(row);
  if (!own) return others.length === 0 || others.some((view) => view.details === details);
  if (own.details !== details) return false;
  return (
    !own.opened || documents.every(({ id, review }) => review !== 'waiting' || id in own.documents)
  );
}
