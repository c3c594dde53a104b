import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { categories, type Category, labelKey } from '#contracts/consultation';
import { Card } from '#app/components/card';
import { CategoryIllustration } from '#app/components/category-illustration';
import { Link } from '#app/components/link';
import { Page } from '#app/components/page';
import { hasText, treatmentsOf } from '#app/content/articles.server';
import { pageMeta } from '#app/i18n/page-meta';
import { textIn } from '#app/i18n/server';
import { useText } from '#app/i18n/use-text';
import type { PageHandle } from '#app/layout/use-scripts';
import { AskForOffers, beginPath } from '#app/treatments/ask-for-offers';

export const handle: PageHandle = { kept: true };
export const meta = pageMeta('public.treatments');

export const loader = ({ context }: LoaderFunctionArgs) => {
  const text = textIn(context.locale);
  return {
    categories: categories.map((category) => ({
      category,
      label: text(labelKey('category', category)),
      treatments: treatmentsOf(category).map((one) => ({
        slug: one.slug,
        label: text(labelKey('sub-treatment', one.subTreatment)),
        hasPage: hasText(one),
      })),
    })),
  };
};

export default function TreatmentsPage() {
  const t = useText();
  const data = useLoaderData<typeof loader>();
  const count = data.categories.reduce((sum, { treatments }) => sum + treatments.length, 0);
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
            <div className="grow">
              <h2 id={category} className="text-xl">
                <Link to={`/treatments/${category}`}>{label}</Link>
              </h2>
              <TreatmentLinks category={category} treatments={treatments} />
            </div>
          </Card>
        ))}
      </div>
      <h2 className="mt-10 text-xl">{t('public.treatments.prices_title')}</h2>
      <p className="measure mt-2 mb-6 text-ink-soft">{t('public.treatments.prices_text')}</p>
      <AskForOffers />
    </Page>
  );
}

interface TreatmentLinksProps {
  category: Category;
  treatments: ReadonlyArray<{ slug: string; label: string; hasPage: boolean }>;
}

/** The treatments of a category, each to its page; one that can only be described, to where that is done. */
function TreatmentLinks({ category, treatments }: TreatmentLinksProps) {
  return (
    <ul className="mt-2 grid gap-x-6 sm:grid-cols-2">
      {treatments.map(({ slug, label, hasPage }) => (
        <li key={slug}>
          <Link
            to={hasPage ? `/treatments/${category}/${slug}` : beginPath(slug)}
            className="inline-flex min-h-9 items-center text-ink-soft hover:text-brand hover:underline"
          >
            {label}
          </Link>
        </li>
      ))}
    </ul>
  );
}
