import { useLoaderData } from '@remix-run/react';
import { countryIn } from '#app/clinic/countries';
import { PublicClinicPage } from '#app/clinics/public-clinic';
import { pageLoader } from '#app/http/page.server';
import { redirect } from '#app/http/redirect';
import type { Ctx } from '#platform/context';
import { isAppError } from '#platform/base/errors';
import { readPublicClinic, reviewsOf } from '#workflows';
import { addressIn } from '#app/i18n/address';
import { describedMeta, type PageHead } from '#app/i18n/described-meta';
import { textIn } from '#app/i18n/server';
import { breadcrumbs, medicalClinic } from '#app/seo/structured-data.server';

type Reviews = Awaited<ReturnType<typeof reviewsOf>>;

/** A page of what patients say; an address that makes no sense begins at the newest. */
async function reviewsFrom(ctx: Ctx, clinicId: string, cursor?: string): Promise<Reviews> {
  return reviewsOf(ctx, { clinicId, cursor }).catch((error: unknown) => {
    if (cursor && isAppError(error) && error.code === 'invalid_cursor')
      return reviewsOf(ctx, { clinicId });
    throw error;
  });
}

export const meta = describedMeta;

function headOf(
  { locale, services }: Ctx,
  clinic: Awaited<ReturnType<typeof readPublicClinic>>,
): PageHead {
  const origin = services.env.PUBLIC_URL;
  const text = textIn(locale);
  const { clinicName, city, country, slug } = clinic;
  const path = addressIn(locale, `/find-clinics/${slug}`);
  const steps = [
    { name: text('public.find_clinics.title'), path: '/find-clinics' },
    { name: clinicName, path },
  ];
  return {
    title: clinicName,
    description: text('clinics.page_description', { clinic: clinicName, city, country }),
    structured: [
      breadcrumbs({ origin, locale }, steps),
      medicalClinic(origin, clinic, origin + path),
    ],
  };
}

export const loader = pageLoader('public', async (ctx, { params, url }) => {
  const found = await readPublicClinic(ctx, { slug: params.slug ?? '' });
  const clinic = { ...found, country: countryIn(textIn(ctx.locale), found.country) };
  // An address that the clinic had before leads to the one that it has.
  if (clinic.slug !== params.slug)
    throw redirect(addressIn(ctx.locale, `/find-clinics/${clinic.slug}`), 301);
  const cursor = url.searchParams.get('reviews') ?? undefined;
  return {
    clinic,
    said: { ...(await reviewsFrom(ctx, clinic._id, cursor)), continued: cursor !== undefined },
    head: headOf(ctx, clinic),
  };
});

export default function ClinicPage() {
  return <PublicClinicPage {...useLoaderData<typeof loader>()} />;
}
