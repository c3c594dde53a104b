import { useLoaderData } from '@remix-run/react';
import { careChanged } from '#contracts/aftercare';
import { CarePage } from '#app/aftercare/care-page';
import { clinicAction, loadAftercare } from '#app/aftercare/pages.server';
import { keepOnNetworkError } from '#app/auth/keep-on-network-error';
import { pageLoader } from '#app/http/page.server';
import { pageMeta } from '#app/i18n/page-meta';
import { keepLast, useLive } from '#app/live/use-live';

export const meta = pageMeta('aftercare');

export const loader = pageLoader('clinic-doctor', loadAftercare);
export const action = clinicAction;
export const clientAction = keepOnNetworkError;
export const clientLoader = keepLast;

export default function ClinicCarePage() {
  const data = useLoaderData<typeof loader>();
  useLive(({ type, offerId }) => type === careChanged && offerId === data.care._id, {
    as: 'clinic',
  });
  return <CarePage {...data} as="clinic" />;
}
