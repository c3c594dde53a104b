import { redirect } from '@remix-run/node';
import { z } from 'zod';
import {
  bodyAreaSchema,
  budgetSchema,
  categorySchema,
  citySchema,
  draftFieldsSchema,
  stepPath,
  subTreatmentSchema,
  timelineSchema,
  type Step,
} from '#contracts/consultation';
import { saveStep, type StepAnswer } from '#modules/consultation';
import type { ActorOf } from '#platform/actor';
import type { Ctx } from '#platform/context';
import { intent, pageAction } from '#app/http/page.server';

/** Every form of the wizard says on which version of the draft it was filled in. */
const version = z.coerce.number().int().min(0).default(0);

async function saveAndGoOn(ctx: Ctx<ActorOf<'patient'>>, answer: StepAnswer): Promise<Response> {
  const { step } = await saveStep(ctx, answer);
  return redirect(stepPath(step));
}

const chooseCategory = z.object({
  version,
  category: categorySchema,
  picked: z.literal('on').optional(),
});

export const categoryAction = pageAction('patient', {
  save: intent('patient', chooseCategory, (ctx, form) =>
    saveAndGoOn(ctx, {
      step: 1,
      expectedVersion: form.version,
      // Tapping a card chooses anew, which resets what follows; passing on with the card that was chosen does not.
      events: ({ category }) =>
        form.picked || category !== form.category
          ? [{ type: 'choose-category', category: form.category }, { type: 'next' }]
          : [{ type: 'next' }],
    }),
  ),
});

export const treatmentAction = pageAction('patient', {
  save: intent(
    'patient',
    z.object({ version, subTreatment: subTreatmentSchema }),
    (ctx, { version: expectedVersion, subTreatment }) =>
      saveAndGoOn(ctx, {
        step: 2,
        expectedVersion,
        events: () => [{ type: 'choose-sub-treatment', subTreatment }, { type: 'next' }],
      }),
  ),
});

export const areaAction = pageAction('patient', {
  save: intent(
    'patient',
    z.object({ version, bodyArea: bodyAreaSchema }),
    (ctx, { version: expectedVersion, bodyArea }) =>
      saveAndGoOn(ctx, {
        step: 3,
        expectedVersion,
        events: () => [{ type: 'choose-area', bodyArea }, { type: 'next' }],
      }),
  ),
});

export const locationsAction = pageAction('patient', {
  save: intent(
    'patient',
    z.object({ version, locations: z.array(citySchema).default([]) }),
    (ctx, { version: expectedVersion, locations }) =>
      saveAndGoOn(ctx, {
        step: 5,
        expectedVersion,
        events: () => [{ type: 'choose-locations', locations }, { type: 'next' }],
      }),
  ),
});

const { notes, patientInfo } = draftFieldsSchema.shape;

/** The form of step 6; free texts may be missing because an empty field is not sent as one. */
export const detailsFormSchema = z.object({
  version,
  budget: budgetSchema.nullish(),
  timeline: timelineSchema.nullish(),
  notes: notes.optional(),
  patientInfo: patientInfo.optional(),
});

const nothingSaid = { ageBand: null, gender: null, medicalHistory: '', allergies: '' };

export const detailsAction = pageAction('patient', {
  save: intent('patient', detailsFormSchema, (ctx, form) =>
    saveAndGoOn(ctx, {
      step: 6,
      expectedVersion: form.version,
      details: { notes: form.notes ?? '', patientInfo: form.patientInfo ?? nothingSaid },
      events: () => [
        { type: 'choose-budget', budget: form.budget ?? null, timeline: form.timeline ?? null },
        { type: 'next' },
      ],
    }),
  ),
});

/** `next` of a step that is complete without an answer. */
export const passOn = (ctx: Ctx<ActorOf<'patient'>>, step: Step): Promise<Response> =>
  saveAndGoOn(ctx, { step, expectedVersion: 0, events: () => [{ type: 'next' }] });
