import { redirect, type MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { PublicClinicPage } from '#app/clinics/public-clinic';
import { pageLoader } from '#app/http/page.server';
import type { Ctx } from '#platform/context';
import { isAppError } from '#platform/errors';
import { readPublicClinic, reviewsOf } from '#workflows';
import { text } from '#app/i18n/server';

type Reviews = Awaited<ReturnType<typeof reviewsOf>>;

/** A page of what patients say; an address that makes no sense begins at the newest. */
async function reviewsFrom(ctx: Ctx, clinicId: string, cursor?: string): Promise<Reviews> {
  return reviewsOf(ctx, { clinicId, cursor }).catch((error: unknown) => {
    if (cursor && isAppError(error) && error.code === 'invalid_cursor')
      return reviewsOf(ctx, { clinicId });
    throw error;
  });
}

export const loader = pageLoader('public', async (ctx, { params, url }) => {
  const clinic = await readPublicClinic(ctx, { slug: params.slug ?? '' });
  // An address that the clinic had before leads to the one that it has.
  if (clinic.slug !== params.slug) throw redirect(`/find-clinics/${clinic.slug}`, 301);
  const { _id, clinicName, city, country } = clinic;
  const cursor = url.searchParams.get('reviews') ?? undefined;
  return {
    clinic,
    said: { ...(await reviewsFrom(ctx, _id, cursor)), continued: cursor !== undefined },
    title: text('clinics.page_title', { clinic: clinicName, brand: text('common.brand') }),
    description: text('clinics.page_description', { clinic: clinicName, city, country }),
  };
});

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  data ? [{ title: data.title }, { name: 'description', content: data.description }] : [];

export default function ClinicPage() {
  return <PublicClinicPage {...useLoaderData<typeof loader>()} />;
}
