import { useLoaderData } from '@remix-run/react';
import { slotView } from '#contracts/consultation';
import { addCarePhoto, loadCarePhoto } from '#app/aftercare/pages.server';
import { keepOnNetworkError } from '#app/auth/keep-on-network-error';
import { pageLoader } from '#app/http/page.server';
import { pageMeta } from '#app/i18n/page-meta';
import { useText } from '#app/i18n/use-text';
import { OnePhotoPage } from '#app/photos/one-photo-page';

export const meta = pageMeta('aftercare');

export const loader = pageLoader('patient', loadCarePhoto);
export const action = addCarePhoto;
export const clientAction = keepOnNetworkError;

/** A photo of one view after the treatment, taken as the first one was. */
export default function CarePhotoPage() {
  const { slot, day, back } = useLoaderData<typeof loader>();
  const t = useText();
  const view = t(`photos.view.${slotView(slot)}`);
  return (
    <OnePhotoPage
      slot={slot}
      title={t('aftercare.photos.add_view', { view, day })}
      lead={t('aftercare.photos.lead')}
      back={{ to: back, label: t('aftercare.heading') }}
    />
  );
}
