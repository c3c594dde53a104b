import { useLoaderData } from '@remix-run/react';
import { categories, labelKey, subTreatmentsOf } from '#contracts/consultation';
import { ButtonLink } from '#app/components/button';
import { Card } from '#app/components/card';
import { CategoryIllustration } from '#app/components/category-illustration';
import { Page } from '#app/components/page';
import { useViewer } from '#app/components/use-viewer';
import { pageMeta } from '#app/i18n/page-meta';
import { text } from '#app/i18n/server';
import { useText } from '#app/i18n/use-text';
import type { PageHandle } from '#app/layout/chrome';

export const handle: PageHandle = { kept: true };
export const meta = pageMeta('public.treatments');

export const loader = () => ({
  categories: categories.map((category) => ({
    category,
    label: text(labelKey('category', category)),
    treatments: subTreatmentsOf[category].map((one) => text(labelKey('sub-treatment', one))),
  })),
});

export default function TreatmentsPage() {
  const t = useText();
  const data = useLoaderData<typeof loader>();
  const count = data.categories.reduce((sum, { treatments }) => sum + treatments.length, 0);
  const signedIn = useViewer().patient;
  return (
    <Page
      width="wide"
      title={t('public.treatments.title')}
      lead={t('public.treatments.lead', { count })}
    >
      <div className="grid gap-5 md:grid-cols-2">
        {data.categories.map(({ category, label, treatments }) => (
          <Card as="section" key={category} aria-labelledby={category} className="flex gap-5">
            <CategoryIllustration category={category} className="hidden size-20 sm:block" />
            <div>
              <h2 id={category} className="text-xl">
                {label}
              </h2>
              <ul className="mt-2 grid gap-x-6 gap-y-1 text-ink-soft sm:grid-cols-2">
                {treatments.map((treatment) => (
                  <li key={treatment}>{treatment}</li>
                ))}
              </ul>
            </div>
          </Card>
        ))}
      </div>
      <h2 className="mt-10 text-xl">{t('public.treatments.prices_title')}</h2>
      <p className="measure mt-2 text-ink-soft">{t('public.treatments.prices_text')}</p>
      <div className="mt-6">
        <ButtonLink to={signedIn ? '/consultation' : '/register'}>
          {t(signedIn ? 'landing.start_consultation' : 'landing.get_started_free')}
        </ButtonLink>
      </div>
    </Page>
  );
}
