import {
  documentKinds,
  requiredWith,
  type ClinicDetailRecord,
  type DocumentKind,
  type DocumentRecord,
} from '#contracts/clinic-onboarding';

/** How far a kind is: nothing there, something to look at, one accepted, or waiting for the clinic. */
export type KindState = 'missing' | 'waiting' | 'accepted' | 'asked-again';

export interface KindOnList {
  readonly kind: DocumentKind;
  readonly required: boolean;
  readonly state: KindState;
  readonly documents: readonly DocumentRecord[];
}

/** The documents of an application by kind; what is optional and absent is left out. */
export function checklistOf(
  documents: readonly DocumentRecord[],
  legal: ClinicDetailRecord['legal'],
): KindOnList[] {
  const required = requiredWith(legal);
  return documentKinds
    .map((kind) => {
      const own = documents.filter((document) => document.kind === kind);
      return { kind, required: required.includes(kind), state: stateOf(own), documents: own };
    })
    .filter((item) => item.required || item.documents.length > 0);
}

function stateOf(documents: readonly DocumentRecord[]): KindState {
  const has = (review: DocumentRecord['review']) =>
    documents.some((document) => document.review === review);
  if (has('accepted')) return 'accepted';
  if (has('waiting')) return 'waiting';
  return has('asked-again') ? 'asked-again' : 'missing';
}

/**
 * The list with what was decided since it was read.
 *
 * @param decided records as their decisions left them, by the version that was decided: a list that knows another one is
 * newer.
 */
export const withDecided = (
  documents: readonly DocumentRecord[],
  decided: ReadonlyMap<string, DocumentRecord>,
): DocumentRecord[] => documents.map((document) => decided.get(document.version) ?? document);

/** In the order in which they are looked at. */
export const inOrder = (list: readonly KindOnList[]): DocumentRecord[] =>
  list.flatMap(({ documents }) => documents);

/** The next one after `id` that still waits; from the top when there is none below. */
export function nextWaiting(
  documents: readonly DocumentRecord[],
  id: string | null,
): DocumentRecord | undefined {
  const at = documents.findIndex((document) => document.id === id);
  const others = [...documents.slice(at + 1), ...documents.slice(0, Math.max(0, at))];
  return others.find(({ review }) => review === 'waiting');
}

/** Kinds that hold back the approval of a pending application; null when nothing does. */
export function heldBy({ status, unaccepted, allowedEvents }: ClinicDetailRecord) {
  if (status !== 'pending' || allowedEvents.includes('approve')) return null;
  return unaccepted;
}
