import { Form, useActionData, useNavigation } from '@remix-run/react';
import { type ReactNode, useRef } from 'react';
import type { PhotoSlot } from '#contracts/consultation';
import { Banner } from '../components/banner';
import { Button } from '../components/button';
import { Page } from '../components/page';
import { Outline } from './outline';
import { useLater } from './use-later';
import { useText } from '#app/i18n/use-text';

const loadGuide = () => import('./guided-views');

interface OnePhotoPageProps {
  slot: PhotoSlot;
  title: string;
  lead: ReactNode;
  back: { to: string; label: string };
}

/** A page that takes one photo of a view: a form with one file, and with JavaScript the camera with its outline. */
export function OnePhotoPage({ slot, title, lead, back }: OnePhotoPageProps) {
  const t = useText();
  const answer = useActionData<{ failures?: string[] }>();
  const pending = useNavigation().state === 'submitting';
  const form = useRef<HTMLFormElement>(null);
  const guide = useLater(loadGuide);
  return (
    <Page title={title} lead={lead} back={back}>
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
