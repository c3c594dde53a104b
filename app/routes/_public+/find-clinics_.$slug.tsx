import { redirect, type MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { PublicClinicPage } from '#app/clinics/public-clinic';
import { pageLoader } from '#app/http/page.server';
import { readPublicClinic, reviewsOf } from '#workflows';
import { text } from '#app/i18n/server';

export const loader = pageLoader('public', async (ctx, { params, url }) => {
  const clinic = await readPublicClinic(ctx, { slug: params.slug ?? '' });
  // An address that the clinic had before leads to the one that it has.
  if (clinic.slug !== params.slug) throw redirect(`/find-clinics/${clinic.slug}`, 301);
  const { _id: clinicId, clinicName, city, country } = clinic;
  const cursor = url.searchParams.get('reviews') ?? undefined;
  const { reviews, nextCursor } = await reviewsOf(ctx, { clinicId, cursor });
  return {
    clinic,
    reviews,
    olderReviews: nextCursor,
    title: text('clinics.page_title', { clinic: clinicName, brand: text('common.brand') }),
    description: text('clinics.page_description', { clinic: clinicName, city, country }),
  };
});

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  data ? [{ title: data.title }, { name: 'description', content: data.description }] : [];

export default function ClinicPage() {
  return <PublicClinicPage {...useLoaderData<typeof loader>()} />;
}
