import { Form } from '@remix-run/react';
import type { ApplicationDetails, DocumentKind } from '#contracts/clinic-onboarding';
import type { DocumentUploads } from '#app/clinic/use-document-uploads';
import { useIntent } from '#app/auth/use-intent';
import { useText } from '#app/i18n/use-text';
import { Banner } from '../components/banner';
import { Button } from '../components/button';
import { useHydrated } from '../components/use-hydrated';
import { mayAdd } from './asked-kinds';
import { DocumentKinds, kindsOf } from './document-kinds';

/** The one form of the page that plain file fields belong to, wherever they stand. */
export const documentsFormId = 'documents';
export const documentsHeadingId = 'documents-heading';

interface OwnDocumentsProps {
  details: ApplicationDetails;
  /** Shown above, with their reasons. */
  asked: readonly DocumentKind[];
  uploads: DocumentUploads;
}

/** The documents of an application, and the way to add or replace one right here. */
export function OwnDocuments({ details, asked, uploads }: OwnDocumentsProps) {
  const t = useText();
  const hydrated = useHydrated();
  const { reply } = useIntent('remove-document');
  const { clinic, missing } = details;
  const open = mayAdd(details);
  const changes = { add: open, remove: open };
  const kinds = kindsOf({ documents: clinic.documents, changes }).filter(
    (kind) => !asked.includes(kind),
  );
  const refusal = reply?.error?.[''] ?? [];
  return (
    <section aria-labelledby={documentsHeadingId}>
      <h2 id={documentsHeadingId} tabIndex={-1} className="text-lg">
        {t('clinic.pending.documents')}
      </h2>
      <p className="mt-1 mb-4 text-ink-soft">
        {open ? t('clinic.documents.rules') : t('clinic.pending.documents_closed')}
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
        formId={documentsFormId}
        changes={changes}
        kinds={kinds}
        headings="h3"
      />
      {hydrated ? null : (
        <Form
          id={documentsFormId}
          method="post"
          encType="multipart/form-data"
          reloadDocument
          className="mt-4"
        >
          {open ? (
            <Button name="intent" value="upload">
              {t('clinic.documents.upload')}
            </Button>
          ) : null}
        </Form>
      )}
    </section>
  );
}
