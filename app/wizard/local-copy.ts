import { readChoices, steps, type Choices, type Step } from '#contracts/consultation';
import { clearLocalCopy, localCopyKey } from './clear-local-copy';

/** Step and choices of the wizard, for a return without network. Notes, patient information and photos stay out. */
export interface LocalCopy {
  readonly draftId: string | null;
  readonly version: number;
  readonly step: Step;
  readonly choices: Choices;
}

/** Null for what an earlier release, or somebody else, left there. */
function readCopy(kept: unknown): LocalCopy | null {
  const { draftId, version, step, choices } = (kept ?? {}) as Record<keyof LocalCopy, unknown>;
  const known = readChoices(choices);
  const at = steps.find(({ number }) => number === step)?.number;
  const whose = draftId === null || typeof draftId === 'string' ? { draftId } : null;
  if (!known || !at || !whose || !Number.isInteger(version)) return null;
  return { ...whose, version: version as number, step: at, choices: known };
}

// Storage can be switched off or full; the wizard then simply has no local copy.
export function writeLocalCopy(copy: LocalCopy): void {
  try {
    localStorage.setItem(localCopyKey, JSON.stringify(copy));
  } catch {
    clearLocalCopy();
  }
}

export function readLocalCopy(): LocalCopy | null {
  try {
    return readCopy(JSON.parse(localStorage.getItem(localCopyKey) ?? 'null'));
  } catch {
    return null;
  }
}
