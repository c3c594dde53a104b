import { useLoaderData } from '@remix-run/react';
import { labelKey, specialtiesOf } from '#contracts/consultation';
import { treatmentText } from '#app/content/articles.server';
import { notFound, pageLoader } from '#app/http/page.server';
import { addressIn } from '#app/i18n/address';
import { describedMeta } from '#app/i18n/described-meta';
import { textIn } from '#app/i18n/server';
import type { PageHandle } from '#app/layout/page-handle';
import { breadcrumbs, medicalPage } from '#app/seo/structured-data.server';
import { publishedPriceOf } from '#app/treatments/published-prices';
import { TreatmentPage } from '#app/treatments/treatment-page';
import { pricesOf } from '#workflows';

export const handle: PageHandle = { kept: true };
export const meta = describedMeta;

export const loader = pageLoader('public', async (ctx, { params }) => {
  const { category: within = '', treatment = '' } = params;
  const found = treatmentText({ category: within, slug: treatment }, ctx.locale);
  if (!found) throw notFound();
  const { category, slug, subTreatment, article } = found;
  const place = { origin: ctx.services.env.PUBLIC_URL, locale: ctx.locale };
  const text = textIn(ctx.locale);
  const label = text(labelKey('sub-treatment', subTreatment));
  const categoryLabel = text(labelKey('category', category));
  const path = `/treatments/${category}/${slug}`;
  const steps = [
    { name: text('public.treatments.title'), path: '/treatments' },
    { name: categoryLabel, path: `/treatments/${category}` },
    { name: label, path },
  ];
  const { description, blocks, date } = article;
  const address = place.origin + addressIn(ctx.locale, path);
  const about = { name: label, description, address, reviewed: date, locale: ctx.locale };
  return {
    ...{ category, categoryLabel, slug, label, description, blocks },
    specialties: specialtiesOf[category],
    prices: await pricesOf(ctx, subTreatment),
    published: publishedPriceOf(subTreatment),
    head: {
      title: label,
      description,
      structured: [breadcrumbs(place, steps), medicalPage(about)],
    },
  };
});

export default function TreatmentRoute() {
  return <TreatmentPage {...useLoaderData<typeof loader>()} />;
}
