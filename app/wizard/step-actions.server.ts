import { type ActionFunctionArgs, data } from '@remix-run/node';
import { z } from 'zod';
import {
  bodyAreaSchema,
  categorySchema,
  changeParam,
  changePath,
  citySchema,
  draftFieldsSchema,
  furthestStep,
  maxPhotos,
  openChoicesShape,
  openFieldsAmong,
  type Step,
  stepPath,
  subTreatmentSchema,
  typedDetailsSchema,
} from '#contracts/consultation';
import {
  addPhoto,
  keepDetails,
  readDraft,
  removePhoto,
  saveStep,
  type StepAnswer,
} from '#modules/consultation';
import { isAppError } from '#platform/base/errors';
import type { CtxOf } from '#platform/context';
import { formUploadBytes, readUpload } from '#platform/files/upload';
import { formTurnFields, turnOf } from '#platform/text/form-turn';
import { contextFor } from '#app/http/context.server';
import { unlessGone, refusedInWords } from '#app/http/errors';
import { intent, pageAction, type PageArgs, withFiles } from '#app/http/page.server';
import { redirect } from '#app/http/redirect';
import { textIn } from '#app/i18n/server';
import { draftReply, type NextStep } from './next-step';

/** Every form of the wizard says on which version of the draft it was filled in. */
const version = z.coerce.number().int().min(0).default(0);

/** A step that was opened from the summary leads back there, by way of the steps that its answer reopened. */
async function saveAndGoOn(
  ctx: CtxOf<'patient'>,
  answer: StepAnswer,
  { url }: PageArgs,
): Promise<Response> {
  const { step, choices } = await saveStep(ctx, answer);
  if (!url.searchParams.has(changeParam)) return redirect(stepPath(step));
  const reached = furthestStep(choices);
  return redirect(reached === 7 ? stepPath(7) : changePath(reached));
}

/** What a card sends beside its choice. */
const ofCard = { version, reply: z.literal(draftReply).optional() };

/**
 * As {@link saveAndGoOn}; a page that asks for it is answered with the next step itself, which spares a slow line the way
 * to it. A browser that goes there by itself is sent there.
 */
async function saveCard(
  ctx: CtxOf<'patient'>,
  answer: StepAnswer & { reply: string | undefined },
  page: PageArgs,
): Promise<Response | NextStep> {
  const { reply, ...rest } = answer;
  const goesByItself = page.request.headers.get('Sec-Fetch-Mode') === 'navigate';
  if (!reply || goesByItself || page.url.searchParams.has(changeParam))
    return saveAndGoOn(ctx, rest, page);
  const { step } = await saveStep(ctx, rest);
  const draft = await readDraft(ctx);
  // Sent in another tab meanwhile.
  if (!draft) return redirect(stepPath(step));
  return { next: { kind: 'step', draft, step } };
}

const chooseCategory = z.object({ ...ofCard, category: categorySchema });

export const categoryAction = pageAction('patient', {
  save: intent('patient', chooseCategory, (ctx, form, page) =>
    saveCard(
      ctx,
      {
        step: 1,
        reply: form.reply,
        expectedVersion: form.version,
        // Choosing resets what follows: the machine hears of another category only.
        events: ({ category }) =>
          category === form.category
            ? [{ type: 'next' }]
            : [{ type: 'choose-category', category: form.category }, { type: 'next' }],
      },
      page,
    ),
  ),
});

export const treatmentAction = pageAction('patient', {
  save: intent(
    'patient',
    z.object({ ...ofCard, subTreatment: subTreatmentSchema }),
    (ctx, { version: expectedVersion, reply, subTreatment }, page) =>
      saveCard(
        ctx,
        {
          step: 2,
          reply,
          expectedVersion,
          events: () => [{ type: 'choose-sub-treatment', subTreatment }, { type: 'next' }],
        },
        page,
      ),
  ),
});

export const areaAction = pageAction('patient', {
  save: intent(
    'patient',
    z.object({ ...ofCard, bodyArea: bodyAreaSchema }),
    (ctx, { version: expectedVersion, reply, bodyArea }, page) =>
      saveCard(
        ctx,
        {
          step: 3,
          reply,
          expectedVersion,
          events: () => [{ type: 'choose-area', bodyArea }, { type: 'next' }],
        },
        page,
      ),
  ),
});

const chooseLocations = z.object({ version, locations: z.array(citySchema).default([]) });

const locationsTo =
  (towards: 'next' | 'back') =>
  (ctx: CtxOf<'patient'>, form: z.output<typeof chooseLocations>, page: PageArgs) =>
    saveAndGoOn(
      ctx,
      {
        step: 5,
        expectedVersion: form.version,
        events: () => [{ type: 'choose-locations', locations: form.locations }, { type: towards }],
      },
      page,
    );

export const locationsAction = pageAction('patient', {
  save: intent('patient', chooseLocations, locationsTo('next')),
  back: intent('patient', chooseLocations, locationsTo('back')),
});

const { notes, patientInfo } = draftFieldsSchema.shape;

/** The form of step 6; free texts may be missing because an empty field is not sent as one. */
const detailsFormSchema = z.object({
  version,
  ...formTurnFields,
  ...openChoicesShape,
  notes: notes.optional(),
  patientInfo: patientInfo.optional(),
});

const nothingSaid = { ageBand: null, gender: null, medicalHistory: '', allergies: '' };

const detailsTo =
  (towards: 'next' | 'back') =>
  (ctx: CtxOf<'patient'>, form: z.output<typeof detailsFormSchema>, page: PageArgs) =>
    saveAndGoOn(
      ctx,
      {
        step: 6,
        expectedVersion: form.version,
        turn: turnOf(form),
        details: { notes: form.notes ?? '', patientInfo: form.patientInfo ?? nothingSaid },
        events: () => [{ type: 'choose-budget', ...openFieldsAmong(form) }, { type: towards }],
      },
      page,
    );

/** Step 6 while it is typed: what the page sends by itself. */
const keptDetails = typedDetailsSchema.extend({ ...formTurnFields, version, draftId: z.uuid() });

export const detailsAction = pageAction('patient', {
  save: intent('patient', detailsFormSchema, detailsTo('next')),
  back: intent('patient', detailsFormSchema, detailsTo('back')),
  keep: intent('patient', keptDetails, async (ctx, { draftId, ...form }) => {
    const { version: expectedVersion, ...typed } = form;
    await keepDetails(ctx, { draftId, expectedVersion, turn: turnOf(form), typed });
    return { kept: true as const };
  }),
});

/** `next` of a step that is complete without an answer. */
const passOn = (ctx: CtxOf<'patient'>, step: Step, page: PageArgs): Promise<Response> =>
  saveAndGoOn(ctx, { step, expectedVersion: 0, events: () => [{ type: 'next' }] }, page);

/** The photos again, still returning to the summary if that is where the patient came from. */
const here = (url: URL): string =>
  url.searchParams.has(changeParam) ? changePath(4) : stepPath(4);

const otherForms = pageAction('patient', {
  continue: intent('patient', z.object({}), (ctx, _form, page) => passOn(ctx, 4, page)),
  remove: intent('patient', z.object({ id: z.uuid() }), async (ctx, { id }, { url }) => {
    await removePhoto(ctx, { id }).catch(unlessGone);
    return redirect(here(url));
  }),
});

/** The photo step without JavaScript sends its files as one form; everything else is a plain form. */
export const photosAction = withFiles(uploadForm, otherForms);

async function uploadForm({ request, context }: ActionFunctionArgs) {
  const failures = new Set<string>();
  let status = 422;
  const names: string[] = [];
  const note = (thrown: unknown, name?: string): void => {
    const refused = refusedInWords(thrown, context);
    status = refused.status;
    const message = refused.words.join(' ');
    failures.add(
      name ? textIn(context.locale)('consultation.photos.failed_file', { name, message }) : message,
    );
  };
  try {
    const ctx = await contextFor(context, request, 'patient');
    await readUpload(request, {
      dataDir: ctx.services.env.DATA_DIR,
      maxTotalBytes: formUploadBytes,
      // One bad file does not cost the good ones before and after it.
      onFile: ({ bytes, name }) => {
        names.push(name);
        return addPhoto(ctx, { bytes, name, toDraft: true }).then(
          () => undefined,
          (thrown: unknown) => note(thrown, name),
        );
      },
    });
  } catch (thrown) {
    const name = names[maxPhotos - 1];
    // The files after the tenth are not read, so the last one that was is what shows it.
    if (name && isAppError(thrown) && thrown.code === 'payload_too_large')
      failures.add(textIn(context.locale)('consultation.photos.after', { max: maxPhotos, name }));
    else note(thrown);
  }
  return failures.size === 0
    ? redirect(here(new URL(request.url)))
    : data({ intent: 'upload' as const, failures: [...failures] }, { status });
}
