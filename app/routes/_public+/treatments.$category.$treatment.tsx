import { useLoaderData } from '@remix-run/react';
import { labelKey, specialtiesOf } from '#contracts/consultation';
import { pricesOf } from '#workflows';
import { Card } from '#app/components/card';
import { CategoryIllustration } from '#app/components/category-illustration';
import { ReadBy } from '#app/components/content-page';
import { Page } from '#app/components/page';
import { Prose } from '#app/components/prose';
import { treatmentText } from '#app/content/articles.server';
import { notFound, pageLoader } from '#app/http/page.server';
import { addressIn } from '#app/i18n/address';
import { cityNames } from '#app/i18n/city-names';
import { describedMeta } from '#app/i18n/described-meta';
import { textIn } from '#app/i18n/server';
import { useText } from '#app/i18n/use-text';
import type { PageHandle } from '#app/layout/use-scripts';
import { breadcrumbs, medicalPage } from '#app/seo/structured-data.server';
import { AskForOffers } from '#app/treatments/ask-for-offers';
import {
  MatchingClinics,
  publishedPriceOf,
  TreatmentPrices,
} from '#app/treatments/treatment-prices';

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
  const { description, blocks, date, readBy } = article;
  const address = place.origin + addressIn(ctx.locale, path);
  const prices = await pricesOf(ctx, subTreatment);
  const about = { name: label, description, address, reviewed: date, locale: ctx.locale };
  return {
    ...{ category, categoryLabel, slug, label, description, blocks, readBy },
    specialties: specialtiesOf[category],
    prices: {
      ...prices,
      cities: prices.cities.map((one) => ({ ...one, city: cityNames(text, one.city) })),
    },
    published: publishedPriceOf(subTreatment),
    head: {
      title: label,
      description,
      structured: [breadcrumbs(place, steps), medicalPage(about)],
    },
  };
});

/** Everything that is worth knowing of a treatment before somebody asks for offers. */
export default function TreatmentRoute() {
  const props = useLoaderData<typeof loader>();
  const t = useText();
  const { category, categoryLabel, slug, label, description, blocks, specialties } = props;
  return (
    <Page
      width="wide"
      title={label}
      lead={description}
      back={{ to: `/treatments/${category}`, label: categoryLabel }}
      aside={<CategoryIllustration category={category} className="size-16" />}
    >
      <div className="grid items-start gap-8 lg:grid-cols-[1fr_22rem] *:min-w-0">
        <div>
          <p className="measure mb-6 border-s-4 border-line-strong ps-4 text-ink-soft">
            {t('public.treatments.no_advice')}
          </p>
          <Prose blocks={blocks} />
          <ReadBy readBy={props.readBy} />
          <div className="mt-10">
            <TreatmentPrices prices={props.prices} published={props.published} />
          </div>
        </div>
        <div className="space-y-6 lg:sticky lg:top-6">
          <Card as="section" className="space-y-3">
            <h2 className="text-lg">{t('public.treatments.ask_title', { treatment: label })}</h2>
            <p>{t('public.treatments.ask_text')}</p>
            <AskForOffers treatment={slug} full />
          </Card>
          <Card as="section">
            <h2 className="mb-2 text-lg">{t('public.treatments.clinics_title')}</h2>
            <MatchingClinics specialties={specialties} />
          </Card>
        </div>
      </div>
    </Page>
  );
}
