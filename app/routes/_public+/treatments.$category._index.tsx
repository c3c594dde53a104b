import { useLoaderData } from '@remix-run/react';
import { pricesOf } from '#workflows';
import { categorySchema, labelKey, specialtiesOf } from '#contracts/consultation';
import { Card } from '#app/components/card';
import { CategoryIllustration } from '#app/components/category-illustration';
import { Link } from '#app/components/link';
import { ReadBy } from '#app/components/content-page';
import { Page } from '#app/components/page';
import { Prose } from '#app/components/prose';
import { categoryText, hasText, treatmentsOf, treatmentText } from '#app/content/articles.server';
import { notFound, pageLoader } from '#app/http/page.server';
import { describedMeta } from '#app/i18n/described-meta';
import { textIn } from '#app/i18n/server';
import { useText } from '#app/i18n/use-text';
import type { PageHandle } from '#app/layout/use-scripts';
import { breadcrumbs } from '#app/seo/structured-data.server';
import { AskForOffers } from '#app/treatments/ask-for-offers';
import { MatchingClinics, PriceRange } from '#app/treatments/treatment-prices';

export const handle: PageHandle = { kept: true };
export const meta = describedMeta;

export const loader = pageLoader('public', async (ctx, { params }) => {
  const category = categorySchema.safeParse(params.category).data;
  if (!category) throw notFound();
  const { locale } = ctx;
  const text = textIn(locale);
  const label = text(labelKey('category', category));
  const written = categoryText(category, locale);
  const steps = [
    { name: text('public.treatments.title'), path: '/treatments' },
    { name: label, path: `/treatments/${category}` },
  ];
  const treatments = [];
  // One after the other: a process counts them once in ten minutes, and leaves connections to others meanwhile.
  for (const { slug, subTreatment } of treatmentsOf(category).filter(hasText))
    treatments.push({
      slug,
      label: text(labelKey('sub-treatment', subTreatment)),
      description: treatmentText({ category, slug }, locale)!.article.description,
      price: (await pricesOf(ctx, subTreatment)).overall,
    });
  return {
    category,
    label,
    specialties: specialtiesOf[category],
    treatments,
    blocks: written?.blocks ?? [],
    readBy: written?.readBy ?? null,
    head: {
      title: text('public.treatments.category_title', { category: label }),
      description:
        written?.description ?? text('public.treatments.category_description', { category: label }),
      structured: [breadcrumbs({ origin: ctx.services.env.PUBLIC_URL, locale }, steps)],
    },
  };
});

export default function CategoryPage() {
  const t = useText();
  const { category, label, treatments, specialties, blocks, readBy } =
    useLoaderData<typeof loader>();
  return (
    <Page
      width="wide"
      title={t('public.treatments.category_title', { category: label })}
      lead={t('public.treatments.category_lead')}
      back={{ to: '/treatments', label: t('public.treatments.all') }}
      aside={<CategoryIllustration category={category} className="size-16" />}
    >
      {blocks.length > 0 ? (
        <div className="mb-8">
          <Prose blocks={blocks} />
          <ReadBy readBy={readBy} />
        </div>
      ) : null}
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {treatments.map((one) => (
          <Card as="li" key={one.slug}>
            <h2 className="text-lg">
              <Link to={`/treatments/${category}/${one.slug}`}>{one.label}</Link>
            </h2>
            <p className="mt-1 text-ink-soft">{one.description}</p>
            {one.price ? <PriceRange price={one.price} /> : null}
          </Card>
        ))}
      </ul>
      <div className="mt-10 space-y-6">
        <MatchingClinics specialties={specialties} />
        <AskForOffers />
      </div>
    </Page>
  );
}
