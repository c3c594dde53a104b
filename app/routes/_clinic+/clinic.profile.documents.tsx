import { Form, useActionData, useLoaderData } from '@remix-run/react';
import { applicationChanged, documentKinds } from '#contracts/clinic-onboarding';
import { FormWords } from '#app/auth/form-failure';
import { keepOnNetworkError } from '#app/auth/keep-on-network-error';
import { useIntent } from '#app/auth/use-intent';
import { documentsAction, loadDocuments } from '#app/clinic-profile/pages.server';
import { type Ending, EndingLine, EndingTag } from '#app/clinic-profile/ending';
import { SectionPage } from '#app/clinic-profile/section-form';
import type { DocumentReply } from '#app/clinic/document-action.server';
import { DocumentFailures, DocumentKinds, useDocumentUploads } from '#app/clinic/document-kinds';
import { Banner } from '#app/components/banner';
import { Button } from '#app/components/button';
import { useHydrated } from '#app/components/use-hydrated';
import { pageLoader } from '#app/http/page.server';
import { pageMeta } from '#app/i18n/page-meta';
import { useText } from '#app/i18n/use-text';
import { keepLast, useLive } from '#app/live/use-live';

export const meta = pageMeta('clinic.profile.documents');

export const loader = pageLoader('approved-owner', loadDocuments);
export const clientLoader = keepLast;
export const action = documentsAction;
export const clientAction = keepOnNetworkError;

/** The documents that verify an approved clinic, until when each does, and the way to hand in a newer one. */
export default function ClinicDocumentsPage() {
  const { documents, endings, legal, mayOffer } = useLoaderData<typeof loader>();
  useLive(({ type }) => type === applicationChanged, { as: 'clinic' });
  const t = useText();
  const uploads = useDocumentUploads();
  const hydrated = useHydrated();
  const answer = useActionData() as DocumentReply | undefined;
  const { reply } = useIntent('remove-document');
  return (
    <SectionPage section="documents">
      {mayOffer ? null : (
        <Banner tone="danger" className="mb-6" title={t('clinic.profile.no_offers')}>
          <p>{t('clinic.profile.documents.renew')}</p>
        </Banner>
      )}
      <DocumentFailures failures={answer?.intent === 'documents' ? answer.failures : []} />
      <FormWords words={reply?.error?.[''] ?? []} />
      <p className="mb-4 text-ink-soft">{t('clinic.documents.rules')}</p>
      <DocumentKinds
        documents={documents}
        missing={[]}
        legal={legal}
        kinds={documentKinds}
        uploads={uploads}
        formId={formId}
        changes={{ add: true, remove: 'unjudged' }}
        stateOf={(kind) => <KindState ending={endings.find((one) => one.kind === kind)!} />}
      />
      {hydrated ? null : (
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
    </SectionPage>
  );
}

const formId = 'documents';

const KindState = ({ ending }: { ending: Ending }) => (
  <>
    <EndingTag ending={ending} />
    <div className="basis-full">
      <EndingLine ending={ending} />
    </div>
  </>
);
