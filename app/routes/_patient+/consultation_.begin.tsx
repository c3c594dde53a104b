import { Form, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import {
  categories,
  type Category,
  fitsCategory,
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

/** The clinic of an address, null for one that cannot be asked; and those that the draft is to ask already. */
async function clinicAt(ctx: CtxOf<'patient'>, slug: string) {
  const clinic = await askableClinic(ctx, { slug }).catch((error: unknown) => {
    if (isAppError(error) && error.code === 'not_found') return null;
    throw error;
  });
  return { clinic, chosen: (await readDraft(ctx))?.clinics ?? [] };
}

/** On to the step that was left. */
const onward = () => redirect(steps[0].path);

const clinicForm = z.object({ slug: z.string().max(100) });

export const action = pageAction('patient', {
  ask: intent('patient', clinicForm, async (ctx, { slug }) => {
    await chooseAskedClinic(ctx, { slug });
    return onward();
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
function AskClinic({ clinic, chosen }: Extract<Data, { kind: 'clinic' }>) {
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
          <Form method="post" className="space-y-6">
            <input type="hidden" name="slug" value={clinic.slug} />
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

const categoryOf = (subTreatment: SubTreatment): Category =>
  categories.find((category) => fitsCategory(category, subTreatment))!;
