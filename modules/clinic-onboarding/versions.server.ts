import { sha256 } from '#platform/base/ids';
import { statementOf } from './proofs';
import type { ClinicRow, DocumentRow } from './repo.server';
import { verifiedPoints } from './status';

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
