import { Form, useNavigation } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { changePath } from '#contracts/consultation';
import { useReconnected } from '#app/forms/use-reconnected';
import { useFormats } from '#app/i18n/use-formats';
import { useText } from '#app/i18n/use-text';
import { useWizardView } from '#app/wizard/use-wizard';
import { ActionBar } from '../components/action-bar';
import { useAlert } from '../components/alert-dialog';
import { Banner } from '../components/banner';
import { Button, ButtonLink } from '../components/button';
import { Checkbox } from '../components/checkbox';
import { SignedOut, signInTo } from '../components/kept-status';
import { TermsText } from '../components/terms-text';
import { useHydrated } from '../components/use-hydrated';
import type { FreeText } from './contact-in.server';
import { NextSteps } from './next-steps';
import { isWaiting } from './photo-queue';
import { PhotosWaiting } from './photos-waiting';
import type { StepFailure } from './step-problem';
import { SummarySections } from './summary-sections';

/** Step 7: everything once more, what is agreed to, and the one button. */
export function Summary({ failure }: { failure: StepFailure | undefined }) {
  const t = useText();
  const { draft, contactIn, photoUploads } = useWizardView();
  // A request that is sent takes no photo any more.
  const waits = photoUploads.uploads.some(isWaiting);
  const pending = useNavigation().formMethod === 'POST';
  return (
    <>
      <SubmitProblem failure={failure} />
      <SummarySections fields={draft.fields} photos={draft.photos} />
      {contactIn.length > 0 ? <ContactFound texts={contactIn} /> : null}
      <NextSteps />
      {failure?.code === 'unauthenticated' ? (
        <div className="mb-6">
          <SignedOut signIn={signInTo('/consultation/summary')} />
        </div>
      ) : null}
      <Form method="post" action="/consultation/summary">
        <input type="hidden" name="draftId" value={draft.id ?? ''} />
        {failure?.code === 'consent_required' ? (
          <div className="mb-6">
            <Checkbox
              id="terms"
              name="terms"
              required
              label={<TermsText id="auth.phone.terms" />}
            />
          </div>
        ) : null}
        <PhotosWaiting uploads={photoUploads.uploads} />
        <ActionBar>
          <Button
            name="intent"
            value="submit"
            size="lg"
            pending={pending}
            blocked={waits && t('consultation.summary.photos_on_their_way')}
          >
            {t('consultation.summary.submit')}
          </Button>
        </ActionBar>
      </Form>
    </>
  );
}

/** What would keep the request from being published at once, with one way to take it out and one to change it. */
function ContactFound({ texts }: { texts: readonly FreeText[] }) {
  const t = useText();
  const formats = useFormats();
  const pending = useNavigation().formData?.get('intent') === 'remove-contact';
  return (
    <Banner
      tone="warn"
      title={t('consultation.contact.title', {
        texts: formats.list(texts.map((text) => t(`consultation.contact.in.${text}`))),
      })}
      className="mt-6"
    >
      <p>{t('consultation.contact.text')}</p>
      <Form method="post" action="/consultation/summary" className="mt-3 flex flex-wrap gap-3">
        <Button name="intent" value="remove-contact" variant="secondary" pending={pending}>
          {t('consultation.contact.remove')}
        </Button>
        <ButtonLink variant="quiet" to={changePath(6)}>
          {t('consultation.contact.change')}
        </ButtonLink>
      </Form>
    </Banner>
  );
}

/** Why the request was not sent: a dialog, and in the page itself where there is no JavaScript. */
function SubmitProblem({ failure }: { failure: StepFailure | undefined }) {
  const t = useText();
  const hydrated = useHydrated();
  const { show, element } = useAlert();
  const [over, setOver] = useState<StepFailure>();
  // Sending is for the person to repeat: that the network was away is all that is over.
  useReconnected(failure, () => setOver(failure), { tries: false });
  const words = useFailureWords(failure === over ? undefined : failure);
  useEffect(() => {
    if (words) show(words);
  }, [words, failure, show]);
  // A dialog that is open stays until it was read.
  if (!words) return hydrated ? element : null;
  return (
    <>
      <Banner tone="danger" title={words} className="mb-6">
        <p>{t('consultation.error.network_kept')}</p>
      </Banner>
      {hydrated ? element : null}
    </>
  );
}

function useFailureWords(failure: StepFailure | undefined): string | null {
  const t = useText();
  if (!failure?.code) return null;
  if (failure.code === 'unauthenticated') return null;
  if (failure.code === 'consent_required') return t('consultation.consent.changed');
  if (failure.code === 'network') return t('consultation.error.network');
  const words = Object.values(failure.reply?.error ?? {})
    .flat()
    .filter(Boolean)
    .join(' ');
  return failure.code === 'internal_error' || !words ? t('consultation.error.submit') : words;
}
