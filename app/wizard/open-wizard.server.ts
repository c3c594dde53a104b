import {
  choicesOf,
  emptyFields,
  furthestStep,
  stepOfPath,
  stepPath,
  steps,
  type DraftDto,
  type DraftFields,
  type Step,
} from '#contracts/consultation';
import { readDraft, submittedFromDraft, visitStep } from '#modules/consultation';
import type { CtxOf } from '#platform/context';
import { maskText } from '#platform/masking/mask';
import { redirect } from '#app/http/redirect';

export type WizardDraft = Omit<DraftDto, 'id'> & { id: string | null };

export type WizardData =
  | {
      kind: 'step';
      draft: WizardDraft;
      step: Step;
      /** Texts that hold contact data; said before the request is sent. */
      contactIn?: readonly FreeText[];
    }
  /** Step 8, which shares the summary's route. */
  | {
      kind: 'submitted';
      leadId: string;
      /** Clinics that could not be asked with it, as they were called. */
      unavailable: readonly string[];
    };

const noDraft: WizardDraft = {
  id: null,
  version: 0,
  step: 1,
  fields: emptyFields,
  photos: [],
  clinics: [],
};

/**
 * What a route of the wizard shows. A fresh entry leads to the step that was left, a step whose earlier
 * choices are missing to the first that asks for one.
 */
export async function openWizard(ctx: CtxOf<'patient'>, url: URL): Promise<WizardData> {
  const submitted = url.searchParams.get('submitted');
  if (submitted) return confirmation(ctx, submitted);
  const draft: WizardDraft = (await readDraft(ctx)) ?? noDraft;
  const asked = stepOfPath(url.pathname) ?? 1;
  const isFresh = asked === 1 && !url.searchParams.has('step');
  const step = isFresh ? draft.step : asked;
  const shown = Math.min(step, furthestStep(choicesOf(draft.fields))) as Step;
  if (shown !== asked) throw redirect(draft.id ? stepPath(shown) : steps[0].path);
  if (draft.id && draft.step !== shown) await visitStep(ctx, shown);
  if (shown !== 7) return { kind: 'step', draft, step: shown };
  return { kind: 'step', draft, step: shown, contactIn: contactIn(draft.fields) };
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

async function confirmation(ctx: CtxOf<'patient'>, leadId: string): Promise<WizardData> {
  const unavailable = uuid.test(leadId) ? await submittedFromDraft(ctx, leadId) : null;
  if (unavailable) {
    const names = unavailable.map(({ clinicName }) => clinicName);
    return { kind: 'submitted', leadId, unavailable: names };
  }
  throw redirect(steps[0].path);
}

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
