import { Form } from '@remix-run/react';
import type { ApplicationDetails } from '#contracts/clinic-onboarding';
import { useDocumentUploads } from '#app/clinic/use-document-uploads';
import { useIntent } from '#app/auth/use-intent';
import { useText } from '#app/i18n/use-text';
import { Banner } from '../banner';
import { Button } from '../button';
import { useHydrated } from '../use-hydrated';
import { DocumentKinds } from './document-kinds';

const formId = 'documents';

/** The documents of an application, and the way to add or replace one right here. */
export function OwnDocuments({ details }: { details: ApplicationDetails }) {
  const t = useText();
  const hydrated = useHydrated();
  const uploads = useDocumentUploads();
  const { reply } = useIntent('remove-document');
  const { clinic, missing } = details;
  const open = clinic.approvalStatus === 'pending' || clinic.approvalStatus === 'rejected';
  const asked = clinic.documents.some(({ review }) => review === 'asked-again');
  const refusal = reply?.error?.[''] ?? [];
  return (
    <section aria-labelledby="documents-heading">
      <h2 id="documents-heading" className="text-lg">
        {t('clinic.pending.documents')}
      </h2>
      <p className="mt-1 mb-4 text-ink-soft">
        {open || asked ? t('clinic.documents.rules') : t('clinic.pending.documents_closed')}
      </p>
      {refusal.length > 0 ? (
        <Banner tone="danger" className="mb-4">
          {refusal.join(' ')}
        </Banner>
      ) : null}
      <DocumentKinds
        documents={clinic.documents}
        missing={missing}
        uploads={uploads}
        formId={formId}
        changes={{ add: open, remove: open }}
        headings="h3"
      />
      {hydrated || !(open || asked) ? null : (
        <Form
          id={formId}
          method="post"
          encType="multipart/form-data"
          reloadDocument
          className="mt-4"
        >
          <Button name="intent" value="upload">
            {t('clinic.documents.upload')}
          </Button>
        </Form>
      )}
    </section>
  );
}
