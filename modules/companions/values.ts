/** What a patient shares: the offers for a request side by side, or one deal. */
export const subjectKinds = ['comparison', 'deal'] as const;
export type SubjectKind = (typeof subjectKinds)[number];

/** States of the machine. `open`: the link waits for a browser; `used`: one browser has exchanged it, and looks on. */
export const shareStates = ['open', 'used', 'ended'] as const;
export type ShareState = (typeof shareStates)[number];

/** Why a link leads nowhere any more. `request-ended`: the request is over, or the deal was cancelled. */
export const shareEnds = ['expired', 'revoked', 'request-ended', 'account-closed'] as const;
export type ShareEnd = (typeof shareEnds)[number];

/** Links of one subject that can be opened, or are. */
export const mostLive = 3;
/** Notes that one link holds. */
export const mostNotes = 20;
/** Characters of a note. */
export const maxNoteText = 1_000;
/** Characters by which a companion may name themselves. */
export const maxAuthor = 40;

/** The type of the live message that a patient's links or their notes have changed, to open pages of the patient. */
export const companionsChanged = 'companions.changed';

/** Where a companion opens a link; its token stands behind `#`, which no browser sends. */
export const sharedPath = '/shared';

/** What a browser sees that has exchanged a link. */
export const sharedViewPath = '/shared/view';

/** What the links lead to, as its patient sees it, by the id of the request or of the deal's offer. */
export const subjectPath = (kind: SubjectKind, id: string): string =>
  kind === 'comparison' ? `/offers/${id}` : `/deal/${id}`;

/** The page of the links to it. */
export const companionsPath = (kind: SubjectKind, id: string): string =>
  `${subjectPath(kind, id)}/companions`;

/** Where a companion finds a photo of the patient that the link shows. */
export const sharedPhotoAddress = (id: string, size: 'thumb' | 'medium' | 'full'): string =>
  `/api/shared/photos/${id}?size=${size}`;
