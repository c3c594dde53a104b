import { Form } from '@remix-run/react';
import {
  type ApplicationDetails,
  type DocumentDto,
  type DocumentKind,
  documentKinds,
} from '#contracts/clinic-onboarding';
import { useIntent } from '#app/auth/use-intent';
import { DocumentKinds, type DocumentUploads, kindsOf } from './document-kinds';
import { Banner } from '../components/banner';
import { Button } from '../components/button';
import { useHydrated } from '../components/use-hydrated';
import { useText } from '#app/i18n/use-text';

/** The one form of the page that plain file fields belong to, wherever they stand. */
const documentsFormId = 'documents';
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
  const { clinic, missing, legal } = details;
  const open = mayAdd(details);
  const changes = { add: open, remove: open };
  const kinds = kindsOf({ documents: clinic.documents, changes, legal }).filter(
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
        legal={legal}
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
        legal={details.legal}
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

/** While a clinic may add to every kind; what was asked for again it may replace at any time. */
const mayAdd = ({ clinic: { approvalStatus } }: ApplicationDetails): boolean =>
  approvalStatus === 'pending' || approvalStatus === 'rejected';

const replaces = (refused: DocumentDto, other: DocumentDto): boolean =>
  (other.review === 'waiting' || other.review === 'accepted') &&
  other.scan !== 'infected' &&
  other.createdAt > refused.createdAt;

/** Kinds of which the review refused a file that nothing newer has replaced, where the clinic can correct it. */
export function askedKinds(details: ApplicationDetails): DocumentKind[] {
  const open = mayAdd(details);
  const isRefused = ({ review }: DocumentDto) =>
    review === 'asked-again' || (open && review === 'rejected');
  return documentKinds.filter((kind) => {
    const own = details.clinic.documents.filter((document) => document.kind === kind);
    return own.some((one) => isRefused(one) && !own.some((other) => replaces(one, other)));
  });
}
