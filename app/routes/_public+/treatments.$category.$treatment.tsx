import { useLoaderData } from '@remix-run/react';
import { labelKey, specialtiesOf } from '#contracts/consultation';
import { treatmentText } from '#app/content/articles.server';
import { notFound, pageLoader } from '#app/http/page.server';
import { describedMeta } from '#app/i18n/described-meta';
import { text } from '#app/i18n/server';
import type { PageHandle } from '#app/layout/chrome';
import { breadcrumbs, medicalPage } from '#app/seo/structured-data.server';
import { TreatmentPage } from '#app/treatments/treatment-page';
import { pricesOf } from '#workflows';

export const handle: PageHandle = { kept: true };
export const meta = describedMeta;

export const loader = pageLoader('public', async (ctx, { params }) => {
  const found = treatmentText(params.category ?? '', params.treatment ?? '');
  if (!found) throw notFound();
  const { category, slug, subTreatment, article } = found;
  const origin = ctx.services.env.PUBLIC_URL;
  const label = text(labelKey('sub-treatment', subTreatment));
  const categoryLabel = text(labelKey('category', category));
  const path = `/treatments/${category}/${slug}`;
  const steps = [
    { name: text('public.treatments.title'), path: '/treatments' },
    { name: categoryLabel, path: `/treatments/${category}` },
    { name: label, path },
  ];
  const { description, blocks, date } = article;
  const about = { name: label, description, address: origin + path, reviewed: date, locale: 'en' };
  return {
    ...{ category, categoryLabel, slug, label, description, blocks },
    specialties: specialtiesOf[category],
    prices: await pricesOf(ctx, subTreatment),
    head: {
      title: label,
      description,
      structured: [breadcrumbs(origin, steps), medicalPage(about)],
    },
  };
});

export default function TreatmentRoute() {
  return <TreatmentPage {...useLoaderData<typeof loader>()} />;
}
