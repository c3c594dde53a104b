import type { DocumentRecord } from '#contracts/clinic-onboarding';

/** Why a key did nothing: `console.keys.refused.<why>`. */
export type KeyRefusal = 'under-way' | 'not-shown' | 'not-offered';

export interface OnScreen {
  readonly selected: DocumentRecord | undefined;
  /** The document whose content can be seen. */
  readonly shown: string | null;
  /** The decision under way, which may be about another document. */
  readonly pending: string | null;
}

/**
 * A decision concerns the document that is on the screen when the key is pressed. A key that comes before it is there
 * is not kept for it. What asks for words first may be about a file that cannot be seen.
 */
export function refusalOfKey(
  event: string,
  { selected, shown, pending }: OnScreen,
): KeyRefusal | null {
  if (pending !== null) return 'under-way';
  if (!selected?.allowedEvents.includes(event)) return 'not-offered';
  return event === 'accept' && shown !== selected.id ? 'not-shown' : null;
}
