import type { SubjectKind } from '#contracts/companions';

/** What the links lead to, as its patient sees it, by the id of the request or of the deal's offer. */
export const subjectPath = (kind: SubjectKind, id: string): string =>
  kind === 'comparison' ? `/offers/${id}` : `/deal/${id}`;

/** The page of the links to it. */
export const companionsPath = (kind: SubjectKind, id: string): string =>
  `${subjectPath(kind, id)}/companions`;

/** What a browser sees that has exchanged a link. */
export const sharedViewPath = '/shared/view';
