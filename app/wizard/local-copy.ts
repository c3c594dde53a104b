import { z } from 'zod';
import { choicesSchema, stepSchema } from '#contracts/consultation';
import { clearLocalCopy, localCopyKey } from './clear-local-copy';

/** Step and choices of the wizard, for a return without network. Notes, patient information and photos stay out. */
const localCopySchema = z.strictObject({
  draftId: z.uuid().nullable(),
  version: z.int().min(0),
  step: stepSchema,
  choices: choicesSchema,
});
export type LocalCopy = z.infer<typeof localCopySchema>;

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
    const parsed = localCopySchema.safeParse(
      JSON.parse(localStorage.getItem(localCopyKey) ?? 'null'),
    );
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
