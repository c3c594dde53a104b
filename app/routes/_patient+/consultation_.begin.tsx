import { Form, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import {
  categories,
  type Category,
  fitsCategory,
  labelKey,
  saysNothing,
  slugOf,
  stepPath,
  type SubTreatment,
  subTreatments,
  subTreatmentSchema,
} from '#contracts/consultation';
import { readDraft, saveStep } from '#modules/consultation';
import { keepOnNetworkError } from '#app/auth/keep-on-network-error';
import { useIntent } from '#app/auth/use-intent';
import { Banner } from '#app/components/banner';
import { Button, ButtonLink } from '#app/components/button';
import { Page } from '#app/components/page';
import { intent, pageAction, pageLoader } from '#app/http/page.server';
import { redirect } from '#app/http/redirect';
import { pageMeta } from '#app/i18n/page-meta';
import { useText } from '#app/i18n/use-text';

export const meta = pageMeta('consultation.begin');

/** Looking changes nothing: what the address names is chosen by the form. */
export const loader = pageLoader('patient', async (ctx, { url }) => {
  const subTreatment = treatmentAt(url.searchParams.get('treatment'));
  if (!subTreatment) throw redirect(stepPath(1));
  const draft = await readDraft(ctx);
  const begun = draft !== null && !saysNothing(draft.fields) ? draft.fields.subTreatment : null;
  return { subTreatment, begun: begun === subTreatment ? null : begun };
});

export const action = pageAction('patient', {
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
  const t = useText();
  const { subTreatment, begun } = useLoaderData<typeof loader>();
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
