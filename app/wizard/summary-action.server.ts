import { z } from 'zod';
import { type DraftFields, openFieldsAmong, stepPath } from '#contracts/consultation';
import { readDraft, saveStep } from '#modules/consultation';
import { agreeToTerms } from '#modules/identity';
import type { CtxOf } from '#platform/context';
import { maskText, withoutContactData } from '#platform/masking/mask';
import { submitRequest } from '#workflows';
import { intent, pageAction } from '#app/http/page.server';
import { redirect } from '#app/http/redirect';

/** `terms` is asked for when those that were agreed to are no longer the current ones. */
const submission = z.object({ draftId: z.uuid(), terms: z.literal('on').optional() });

/** Submits the draft once, however often it is asked to, or takes contact data out of it before; the confirmation shares the summary's route. */
export const summaryAction = pageAction('patient', {
  submit: intent('patient', submission, async (ctx, { draftId, terms }) => {
    if (terms) await agreeToTerms(ctx);
    const { id } = await submitRequest(ctx, { from: 'draft', draftId });
    return redirect(`${stepPath(7)}?submitted=${id}`);
  }),
  'remove-contact': intent('patient', z.object({}), async (ctx) => {
    await removeContact(ctx);
    return redirect(stepPath(7));
  }),
});

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
async function removeContact(ctx: CtxOf<'patient'>): Promise<void> {
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
    events: () => [{ type: 'choose-budget', ...openFieldsAmong(draft.fields) }, { type: 'next' }],
  });
}
