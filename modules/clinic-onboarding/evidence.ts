import {
  requiredKinds,
  type ApprovalStatus,
  type DocumentKind,
  type DocumentReview,
  type ScanState,
} from './status';

/** What is needed of a document to judge an application; removed ones do not count. */
export interface JudgedDocument {
  readonly kind: DocumentKind;
  readonly scan: ScanState;
  readonly review: DocumentReview;
  readonly createdAt: Date;
  readonly reviewedAt: Date | null;
  readonly removedAt: Date | null;
}

const lies = (doc: JudgedDocument): boolean => doc.removedAt === null && doc.scan !== 'infected';
/** Waiting or accepted, and there to be read. */
export const counts = (doc: JudgedDocument): boolean =>
  lies(doc) && (doc.review === 'waiting' || doc.review === 'accepted');

/** Asked for again, and nothing of its kind was uploaded since. */
const isOwed = (doc: JudgedDocument, ofKind: readonly JudgedDocument[]): boolean =>
  lies(doc) &&
  doc.review === 'asked-again' &&
  !ofKind.some((other) => counts(other) && other.createdAt > (doc.reviewedAt ?? doc.createdAt));

const isMissing = (ofKind: readonly JudgedDocument[]): boolean =>
  !ofKind.some(counts) || ofKind.some((doc) => isOwed(doc, ofKind));

const isUnaccepted = (ofKind: readonly JudgedDocument[]): boolean =>
  isMissing(ofKind) || ofKind.some((doc) => counts(doc) && doc.review !== 'accepted');

const kindsThat = (
  docs: readonly JudgedDocument[],
  holds: (ofKind: readonly JudgedDocument[]) => boolean,
): DocumentKind[] => requiredKinds.filter((kind) => holds(docs.filter((doc) => doc.kind === kind)));

/** Required kinds of which nothing lies there that counts, or of which one was asked for again and has not come. */
export const missingKinds = (docs: readonly JudgedDocument[]): DocumentKind[] =>
  kindsThat(docs, isMissing);

/** Required kinds that keep an application from being approved: missing, or not looked at to the end. */
export const unacceptedKinds = (docs: readonly JudgedDocument[]): DocumentKind[] =>
  kindsThat(docs, isUnaccepted);

export const documentDecisions = ['accept', 'ask-again', 'reject'] as const;
export type DocumentDecision = (typeof documentDecisions)[number];

/** What each decision makes of a document. */
export const reviewAfter: Record<DocumentDecision, DocumentReview> = {
  accept: 'accepted',
  'ask-again': 'asked-again',
  reject: 'rejected',
};

const readable: readonly ScanState[] = ['clean', 'not_scanned'];

/** What the review team may decide about a document now. One that was not found clean is never accepted. */
export function allowedDecisions(
  doc: Pick<JudgedDocument, 'scan' | 'review' | 'removedAt'> & {
    readonly supersededAt: Date | null;
  },
  status: ApprovalStatus | null,
): DocumentDecision[] {
  if (status === null || status === 'rejected' || doc.removedAt || doc.supersededAt) return [];
  return documentDecisions.filter(
    (decision) =>
      reviewAfter[decision] !== doc.review &&
      (decision !== 'accept' || readable.includes(doc.scan)),
  );
}
