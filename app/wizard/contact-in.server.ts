import { openFactsAmong, type DraftFields } from '#contracts/consultation';
import { maskText, withoutContactData } from '#platform/masking/mask';
import { readDraft, saveStep } from '#modules/consultation';
import type { ActorOf } from '#platform/base/actor';
import type { Ctx } from '#platform/context';

/** What a patient types in words of their own. */
export type FreeText = 'notes' | 'medicalHistory' | 'allergies';

/** The texts of a draft that hold a phone number, an e-mail address, a user name or a link. */
export function contactIn({ notes, patientInfo }: DraftFields): FreeText[] {
  const texts: ReadonlyArray<readonly [FreeText, string]> = [
    ['notes', notes],
    ['medicalHistory', patientInfo.medicalHistory],
    ['allergies', patientInfo.allergies],
  ];
  return texts.filter(([, text]) => maskText(text).found.length > 0).map(([name]) => name);
}

/**
 * Takes contact data out of the texts of the acting patient's draft and goes back to the summary. A draft that is sent
 * meanwhile stays as it was sent.
 *
 * @throws AppError `version_conflict` when another tab wrote meanwhile
 */
export async function removeContact(ctx: Ctx<ActorOf<'patient'>>): Promise<void> {
  const draft = await readDraft(ctx);
  if (!draft) return;
  const { notes, patientInfo } = draft.fields;
  await saveStep(ctx, {
    step: 6,
    expectedVersion: draft.version,
    details: {
      notes: withoutContactData(notes),
      patientInfo: {
        ...patientInfo,
        medicalHistory: withoutContactData(patientInfo.medicalHistory),
        allergies: withoutContactData(patientInfo.allergies),
      },
    },
    events: () => [{ type: 'choose-budget', ...openFactsAmong(draft.fields) }, { type: 'next' }],
  });
}
