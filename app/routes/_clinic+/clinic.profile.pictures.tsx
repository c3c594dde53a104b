import { useLoaderData } from '@remix-run/react';
import { applicationChanged } from '#contracts/clinic-onboarding';
import { keepOnNetworkError } from '#app/auth/keep-on-network-error';
import { PicturesPage } from '#app/clinic-profile/pictures-page';
import { loadPictures, picturesAction } from '#app/clinic-profile/pictures.server';
import { pageLoader } from '#app/http/page.server';
import { pageMeta } from '#app/i18n/page-meta';
import { keepLast } from '#app/live/keep-last';
import { useLive } from '#app/live/use-live';

export const meta = pageMeta('clinic.profile.pictures');

export const loader = pageLoader('approved-clinic', loadPictures);
export const clientLoader = keepLast;
export const action = picturesAction;
export const clientAction = keepOnNetworkError;

export default function ClinicPicturesPage() {
  useLive(({ type }) => type === applicationChanged, { as: 'clinic' });
  return <PicturesPage {...useLoaderData<typeof loader>()} />;
}
