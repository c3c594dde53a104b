import type { ApplicationDetails, DocumentKind } from '#contracts/clinic-onboarding';
import type { DocumentUploads } from '#app/clinic/use-document-uploads';
import { useText } from '#app/i18n/use-text';
import { Button } from '../components/button';
import { useHydrated } from '../components/use-hydrated';
import { mayAdd } from './asked-kinds';
import { DocumentKinds } from './document-kinds';
import { documentsFormId } from './own-documents';

interface AskedDocumentsProps {
  details: ApplicationDetails;
  asked: readonly DocumentKind[];
  uploads: DocumentUploads;
}

/** What the review team asks for again, above everything else: the reason of each, and the way to send it. */
export function AskedDocuments({ details, asked, uploads }: AskedDocumentsProps) {
  const t = useText();
  const hydrated = useHydrated();
  const open = mayAdd(details);
  return (
    <section
      aria-labelledby="asked-heading"
      className="rounded-lg border-2 border-warn bg-warn-soft p-4 sm:p-6"
    >
      <h2 id="asked-heading" className="text-xl">
        {t('clinic.pending.asked', { count: asked.length })}
      </h2>
      <p className="mt-1">{t('clinic.pending.asked_text')}</p>
      <p className="mt-1 mb-4 text-ink-soft">{t('clinic.documents.rules')}</p>
      <DocumentKinds
        documents={details.clinic.documents}
        missing={details.missing}
        uploads={uploads}
        formId={documentsFormId}
        changes={{ add: open, remove: open }}
        kinds={asked}
        headings="h3"
      />
      {hydrated ? null : (
        <Button form={documentsFormId} name="intent" value="upload" className="mt-4">
          {t('clinic.documents.upload')}
        </Button>
      )}
    </section>
  );
}
