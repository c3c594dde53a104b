import {
  documentKinds,
  type ApplicationDetails,
  type DocumentDto,
  type DocumentKind,
} from '#contracts/clinic-onboarding';

/** While a clinic may add to every kind; what was asked for again it may replace at any time. */
export const mayAdd = ({ clinic: { approvalStatus } }: ApplicationDetails): boolean =>
  approvalStatus === 'pending' || approvalStatus === 'rejected';

const replaces = (refused: DocumentDto, other: DocumentDto): boolean =>
  (other.review === 'waiting' || other.review === 'accepted') &&
  other.scan !== 'infected' &&
  other.createdAt > refused.createdAt;

/** Kinds of which the review refused a file that nothing newer has replaced, where the clinic can mend it. */
export function askedKinds(details: ApplicationDetails): DocumentKind[] {
  const open = mayAdd(details);
  const isRefused = ({ review }: DocumentDto) =>
    review === 'asked-again' || (open && review === 'rejected');
  return documentKinds.filter((kind) => {
    const own = details.clinic.documents.filter((document) => document.kind === kind);
    return own.some((one) => isRefused(one) && !own.some((other) => replaces(one, other)));
  });
}
