import { Form, useActionData, useNavigation } from '@remix-run/react';
import { requiredWith, type DocumentDto, type RequiredKind } from '#contracts/clinic-onboarding';
import type { DocumentReply } from '#app/clinic/document-action.server';
import { type IntentReply, useIntent } from '#app/auth/use-intent';
import { useText } from '#app/i18n/use-text';
import { DocumentFailures, DocumentKinds, useDocumentUploads } from './document-kinds';
import { ActionBar } from '../components/action-bar';
import { Banner } from '../components/banner';
import { Button } from '../components/button';
import { FormFailure } from '../auth/form-failure';
import { Checkbox } from '../components/checkbox';
import { FieldErrors } from '../components/field';
import { TermsText } from '../components/terms-text';
import { useHydrated } from '../components/use-hydrated';
import { useTicked } from '../components/use-ticked';

const formId = 'documents';
const termsId = 'terms';

/** Nobody has judged anything yet: what lies there counts. */
const missingOf = (documents: readonly DocumentDto[], legal: readonly RequiredKind[]) =>
  requiredWith(legal).filter(
    (kind) => !documents.some((one) => one.kind === kind && one.scan !== 'infected'),
  );

interface DocumentsStepProps {
  documents: DocumentDto[];
  legal: RequiredKind[];
}

/** Step 4: one group per kind. The registration can be completed while some are still missing. */
export function DocumentsStep({ documents, legal }: DocumentsStepProps) {
  const t = useText();
  const hydrated = useHydrated();
  const uploads = useDocumentUploads();
  const answer = useActionData() as DocumentReply | IntentReply | undefined;
  const { reply, code } = useIntent('complete');
  const failures = answer?.intent === 'documents' && 'failures' in answer ? answer.failures : [];
  const missing = missingOf(documents, legal);
  const words = reply?.error?.[''] ?? [];
  const termsErrors = reply?.error?.['terms'] ?? [];
  return (
    <>
      <FormFailure code={code} />
      {words.length > 0 && code !== 'unauthenticated' ? (
        <Banner tone="danger" className="mb-6">
          {words.join(' ')}
        </Banner>
      ) : null}
      <DocumentFailures failures={failures} />
      <p className="mb-6 text-ink-soft">{t('clinic.documents.rules')}</p>
      <DocumentKinds
        documents={documents}
        missing={missing}
        legal={legal}
        uploads={uploads}
        formId={formId}
        changes={{ add: true, remove: true }}
      />
      <p role="status" className="mt-8">
        {missing.length > 0
          ? t('clinic.documents.missing', { count: missing.length })
          : t('clinic.documents.complete')}
      </p>
      {hydrated ? (
        <Complete busy={uploads.sending} errors={termsErrors} />
      ) : (
        <PlainForm errors={termsErrors} />
      )}
    </>
  );
}

/** The registration is what a clinic agrees to the terms with: the tick stands beside its last button. */
function Terms({
  onChange,
  errors = [],
}: {
  onChange?: (ticked: boolean) => void;
  errors?: string[];
}) {
  return (
    <div className="mt-6">
      <Checkbox
        id={termsId}
        name="terms"
        label={<TermsText id="auth.phone.terms" />}
        aria-describedby={errors.length > 0 ? `${termsId}-error` : undefined}
        onChange={(event) => onChange?.(event.target.checked)}
      />
      <FieldErrors id={`${termsId}-error`} errors={errors} />
    </div>
  );
}

function Complete({ busy, errors }: { busy: boolean; errors: string[] }) {
  const t = useText();
  const navigation = useNavigation();
  const [agreed, setAgreed] = useTicked(termsId);
  const why = busy ? 'clinic.documents.busy' : agreed ? null : 'auth.terms.blocked';
  return (
    <Form method="post">
      <Terms onChange={setAgreed} errors={errors} />
      <ActionBar>
        <Button
          size="lg"
          name="intent"
          value="complete"
          blocked={why !== null && t(why)}
          pending={navigation.formData?.get('intent') === 'complete'}
        >
          {t('clinic.documents.submit')}
        </Button>
      </ActionBar>
    </Form>
  );
}

/** Sends the files of every group at once; the fields stand in their groups. */
function PlainForm({ errors }: { errors: string[] }) {
  const t = useText();
  return (
    <Form id={formId} method="post" encType="multipart/form-data" reloadDocument>
      <Terms errors={errors} />
      <ActionBar>
        <Button size="lg" name="intent" value="complete">
          {t('clinic.documents.submit')}
        </Button>
        <Button size="lg" variant="secondary" name="intent" value="upload">
          {t('clinic.documents.upload')}
        </Button>
      </ActionBar>
    </Form>
  );
}
