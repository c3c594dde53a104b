import { useLoaderData } from '@remix-run/react';
import { slotView } from '#contracts/consultation';
import { keepOnNetworkError } from '#app/auth/keep-on-network-error';
import { addAskedPhoto, loadAskedView } from '#app/conversation/asked-view.server';
import { pageLoader } from '#app/http/page.server';
import { pageMeta } from '#app/i18n/page-meta';
import { useText } from '#app/i18n/use-text';
import { OnePhotoPage } from '#app/photos/one-photo-page';

export const meta = pageMeta('conversation.view.page');

export const loader = pageLoader('patient', loadAskedView);
export const action = addAskedPhoto;
export const clientAction = keepOnNetworkError;

/** A photo that a clinic asks for. */
export default function AskedViewPage() {
  const { slot, name, back } = useLoaderData<typeof loader>();
  const t = useText();
  return (
    <OnePhotoPage
      slot={slot}
      title={t('conversation.view.heading', { view: t(`photos.view.${slotView(slot)}`) })}
      lead={t('conversation.view.lead', { name })}
      back={{ to: back, label: t('conversation.view.back') }}
    />
  );
}
