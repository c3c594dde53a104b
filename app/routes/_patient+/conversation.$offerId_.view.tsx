import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react';
import { useRef } from 'react';
import { slotView } from '#contracts/consultation';
import { keepOnNetworkError } from '#app/auth/keep-on-network-error';
import { Banner } from '#app/components/banner';
import { Button } from '#app/components/button';
import { Page } from '#app/components/page';
import { addAskedPhoto, loadAskedView } from '#app/conversation/asked-view.server';
import { pageLoader } from '#app/http/page.server';
import { pageMeta } from '#app/i18n/page-meta';
import { useText } from '#app/i18n/use-text';
import { Outline } from '#app/photos/outline';
import { useLater } from '#app/photos/use-later';

export const meta = pageMeta('conversation.view.page');

export const loader = pageLoader('patient', loadAskedView);
export const action = addAskedPhoto;
export const clientAction = keepOnNetworkError;

const loadGuide = () => import('#app/photos/guided-views');

/** A photo that a clinic asks for: a form with one file, and with JavaScript the camera with its outline. */
export default function AskedViewPage() {
  const { slot, name, back } = useLoaderData<typeof loader>();
  const t = useText();
  const answer = useActionData<{ failures?: string[] }>();
  const pending = useNavigation().state === 'submitting';
  const form = useRef<HTMLFormElement>(null);
  const guide = useLater(loadGuide);
  return (
    <Page
      title={t('conversation.view.heading', { view: t(`photos.view.${slotView(slot)}`) })}
      lead={t('conversation.view.lead', { name })}
      back={{ to: back, label: t('conversation.view.back') }}
    >
      {answer?.failures ? (
        <Banner tone="danger" className="mb-6">
          {answer.failures.map((words) => (
            <p key={words}>{words}</p>
          ))}
        </Banner>
      ) : null}
      <Outline slot={slot} className="mb-3 w-40 rounded-md bg-ink-soft" />
      <p className="mb-6 text-ink-soft">{t(`photos.hint.${slot}`)}</p>
      {guide ? (
        <guide.OneView slot={slot} onPhoto={(file) => sendWith(form.current, file)} />
      ) : null}
      <Form ref={form} method="post" encType="multipart/form-data" className="mt-6 space-y-3">
        <label htmlFor="photo-file" className="block font-semibold">
          {t('conversation.view.file')}
        </label>
        <input
          id="photo-file"
          type="file"
          name="photo"
          required
          accept="image/jpeg,image/png,image/webp"
          className="block w-full"
        />
        <Button pending={pending}>{t('conversation.view.send')}</Button>
      </Form>
    </Page>
  );
}

/** Sends the form with this file, as if it had been chosen in it. */
function sendWith(form: HTMLFormElement | null, file: File): void {
  const input = form?.querySelector<HTMLInputElement>('input[type=file]');
  if (!form || !input) return;
  const files = new DataTransfer();
  files.items.add(file);
  input.files = files.files;
  form.requestSubmit();
}
