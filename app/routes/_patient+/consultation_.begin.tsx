import { Form, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import {
  citySchema,
  labelKey,
  maxAsked,
  saysNothing,
  slugOf,
  stepPath,
  steps,
  type SubTreatment,
  subTreatments,
  subTreatmentSchema,
} from '#contracts/consultation';
import { dropClinic, readDraft, saveStep } from '#modules/consultation';
import { isAppError } from '#platform/base/errors';
import type { CtxOf } from '#platform/context';
import { askableClinic, chooseAskedClinic } from '#workflows';
import { keepOnNetworkError } from '#app/auth/keep-on-network-error';
import { useIntent } from '#app/auth/use-intent';
import { askPath } from '#app/clinics/ask-path';
import { Banner } from '#app/components/banner';
import { Button, ButtonLink } from '#app/components/button';
import { Page } from '#app/components/page';
import { categoryOf } from '#app/embed/choice';
import { forgetKept } from '#app/embed/keep-choice';
import { MadeChoiceField } from '#app/embed/made-choice';
import { intent, pageAction, pageLoader } from '#app/http/page.server';
import { redirect } from '#app/http/redirect';
import { pageMeta } from '#app/i18n/page-meta';
import { useText } from '#app/i18n/use-text';
import { ChosenClinics } from '#app/wizard/chosen-clinics';

export const meta = pageMeta('consultation.begin');

/** Looking changes nothing: what the address names is chosen by the form. */
export const loader = pageLoader('patient', async (ctx, { url }) => {
  const slug = url.searchParams.get('clinic');
  if (slug) return { kind: 'clinic' as const, ...(await clinicAt(ctx, slug)) };
  const subTreatment = treatmentAt(url.searchParams.get('treatment'));
  if (!subTreatment) throw redirect(stepPath(1));
  const draft = await readDraft(ctx);
  const begun = draft !== null && !saysNothing(draft.fields) ? draft.fields.subTreatment : null;
  return {
    kind: 'treatment' as const,
    ...{ subTreatment, begun: begun === subTreatment ? null : begun },
  };
});

/** The clinic of an address, null for one that cannot be asked; those that the draft is to ask already, and whether it says anything. */
async function clinicAt(ctx: CtxOf<'patient'>, slug: string) {
  const clinic = await askableClinic(ctx, { slug }).catch((error: unknown) => {
    if (isAppError(error) && error.code === 'not_found') return null;
    throw error;
  });
  const draft = await readDraft(ctx);
  const begun = draft !== null && !saysNothing(draft.fields);
  return { clinic, chosen: draft?.clinics ?? [], begun };
}

const clinicForm = z.object({ slug: z.string().max(100) });

/** With what was chosen on the clinic's own site. */
const askForm = clinicForm.extend({
  useChoice: z.literal('on').optional(),
  subTreatment: subTreatmentSchema.optional(),
  locations: z.array(citySchema).default([]),
});

/** Begins with that choice; what the draft says besides stays. */
async function saveChoice(
  ctx: CtxOf<'patient'>,
  { subTreatment, locations: cities }: z.output<typeof askForm>,
): Promise<void> {
  await saveStep(ctx, {
    step: 1,
    expectedVersion: 0,
    events: (choices) => {
      const locations = cities.length > 0 ? cities : choices.locations;
      const chosen = subTreatment ? { subTreatment, category: categoryOf(subTreatment) } : {};
      const step = subTreatment ? 3 : 1;
      return [{ type: 'restore', step, choices: { ...choices, ...chosen, locations } }];
    },
  });
}

export const action = pageAction('patient', {
  ask: intent('patient', askForm, async (ctx, form) => {
    await chooseAskedClinic(ctx, { slug: form.slug });
    if (form.useChoice) await saveChoice(ctx, form);
    // On to the step that was left.
    return redirect(steps[0].path);
  }),
  unask: intent('patient', clinicForm.extend({ then: z.string().max(100) }), async (ctx, form) => {
    await dropClinic(ctx, { slug: form.slug });
    return redirect(askPath(form.then));
  }),
  begin: intent('patient', z.object({ subTreatment: subTreatmentSchema }), async (ctx, form) => {
    const { subTreatment } = form;
    const chosen = categoryOf(subTreatment);
    const { step } = await saveStep(ctx, {
      step: 1,
      expectedVersion: 0,
      // Choosing a category resets what follows; the machine hears of another one only.
      events: ({ category }) => [
        ...(category === chosen ? [] : [{ type: 'choose-category' as const, category: chosen }]),
        { type: 'next' },
        { type: 'choose-sub-treatment', subTreatment },
        { type: 'next' },
      ],
    });
    return redirect(stepPath(step));
  }),
});
export const clientAction = keepOnNetworkError;

export default function BeginPage() {
  const data = useLoaderData<typeof loader>();
  return data.kind === 'clinic' ? <AskClinic {...data} /> : <BeginTreatment {...data} />;
}

type Data = Awaited<ReturnType<typeof loader>>;

/** One clinic is asked with the request: with which others, and how many more may be. */
function AskClinic({ clinic, chosen, begun }: Extract<Data, { kind: 'clinic' }>) {
  const t = useText();
  const { pending, reply } = useIntent('ask');
  const back = { to: '/find-clinics', history: true };
  if (!clinic)
    return (
      <Page
        title={t('consultation.ask.unknown')}
        lead={t('consultation.ask.unknown_text')}
        back={back}
      >
        <ButtonLink to="/find-clinics">{t('consultation.ask.others')}</ButtonLink>
      </Page>
    );
  const isFull = chosen.length >= maxAsked && !chosen.some(({ slug }) => slug === clinic.slug);
  const failure = Object.values(reply?.error ?? {}).flat()[0];
  return (
    <Page
      title={t('consultation.ask.heading', { clinic: clinic.clinicName })}
      lead={t('consultation.ask.lead')}
      back={back}
    >
      <div className="space-y-6">
        {failure ? <Banner tone="danger" title={failure} /> : null}
        {isFull ? (
          <Banner tone="warn" title={t('consultation.ask.full')}>
            <p>{t('consultation.ask.full_text', { clinic: clinic.clinicName })}</p>
            <ChosenClinics
              clinics={chosen}
              action="/consultation/begin"
              then={clinic.slug}
              className="mt-3"
            />
          </Banner>
        ) : (
          <Form method="post" className="space-y-6" onSubmit={forgetKept}>
            <input type="hidden" name="slug" value={clinic.slug} />
            <MadeChoiceField clinic={clinic.slug} begun={begun} />
            <ul className="measure list-disc space-y-1 ps-6">
              <li>{t('consultation.ask.point_place')}</li>
              <li>{t('consultation.ask.point_others')}</li>
              <li>{t('consultation.ask.point_same')}</li>
            </ul>
            <Button name="intent" value="ask" pending={pending}>
              {t('consultation.ask.submit')}
            </Button>
          </Form>
        )}
      </div>
    </Page>
  );
}

function BeginTreatment({ subTreatment, begun }: Extract<Data, { kind: 'treatment' }>) {
  const t = useText();
  const { pending } = useIntent('begin');
  const treatment = t(labelKey('sub-treatment', subTreatment));
  return (
    <Page
      title={t('consultation.begin.heading', { treatment })}
      lead={t('consultation.begin.lead')}
      back={{ to: '/treatments', history: true }}
    >
      <Form method="post" className="space-y-6">
        <input type="hidden" name="subTreatment" value={subTreatment} />
        {begun ? (
          <Banner tone="warn" title={t('consultation.begin.begun')}>
            <p>
              {t('consultation.begin.begun_text', {
                begun: t(labelKey('sub-treatment', begun)),
                treatment,
              })}
            </p>
          </Banner>
        ) : null}
        <div className="flex flex-wrap gap-3">
          <Button name="intent" value="begin" pending={pending}>
            {t('consultation.begin.submit')}
          </Button>
          {begun ? (
            <ButtonLink variant="secondary" to="/consultation">
              {t('consultation.begin.go_on')}
            </ButtonLink>
          ) : null}
        </div>
      </Form>
    </Page>
  );
}

/** The treatment that the last part of an address names; null for none. */
const treatmentAt = (slug: string | null): SubTreatment | null =>
  subTreatments.find((one) => slugOf(one) === slug) ?? null;
