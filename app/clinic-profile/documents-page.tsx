import { Form, useActionData } from '@remix-run/react';
import type { DocumentDto } from '#contracts/clinic-onboarding';
import type { DocumentReply } from '#app/clinic/document-action.server';
import { useDocumentUploads } from '#app/clinic/use-document-uploads';
import { useIntent } from '#app/auth/use-intent';
import { useText } from '#app/i18n/use-text';
import { FormWords } from '../auth/form-failure';
import { DocumentFailures } from '../clinic/document-failures';
import { DocumentKinds } from '../clinic/document-kinds';
import { Banner } from '../components/banner';
import { Button } from '../components/button';
import { useHydrated } from '../components/use-hydrated';
import type { Ending } from './ending';
import { EndingLine, EndingTag } from './ending-line';
import { SectionPage } from './section-form';

const formId = 'documents';

interface DocumentsPageProps {
  documents: readonly DocumentDto[];
  endings: readonly Ending[];
  mayOffer: boolean;
}

/** The documents that verify an approved clinic, until when each does, and the way to hand in a newer one. */
export function DocumentsPage({ documents, endings, mayOffer }: DocumentsPageProps) {
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

const KindState = ({ ending }: { ending: Ending }) => (
  <>
    <EndingTag ending={ending} />
    <div className="basis-full">
      <EndingLine ending={ending} />
    </div>
  </>
);
