import type { JudgedDocument } from '../evidence';
import { documentKinds, requiredKinds, type DocumentKind } from '../status';

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

/** Days before the end of a verification at which its clinic is reminded; at 0 it is told that it is over. */
export const noticesOfEnd = [60, 30, 7, 0] as const;

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
export const isVerified = (verifications: readonly Verification[]): boolean =>
  verifications.every(({ ended }) => !ended) &&
  requiredKinds.every((kind) => verifications.some((one) => one.kind === kind));
