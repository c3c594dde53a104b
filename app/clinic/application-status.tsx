import { useActionData } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import type { ApplicationDetails } from '#contracts/clinic-onboarding';
import type { DocumentReply } from '#app/clinic/document-action.server';
import { useDocumentUploads } from '#app/clinic/use-document-uploads';
import type { StatusCheck } from '#app/clinic/use-status-check';
import { useText } from '#app/i18n/use-text';
import { Page } from '../components/page';
import { ApplicationSteps } from './application-steps';
import { AskedDocuments } from './asked-documents';
import { askedKinds } from './asked-kinds';
import { BackToLogin } from './back-to-login';
import { DocumentFailures } from './document-failures';
import { OwnDetails } from './own-details';
import { documentsHeadingId, OwnDocuments } from './own-documents';
import { StatusCard } from './status-card';

interface ApplicationStatusProps {
  details: ApplicationDetails;
  /** The clinic's own number, as people read it. */
  phone: string;
  checkedAt: string;
  check: StatusCheck;
}

/** Where an application stands, what happens next and what the clinic can do about it. */
export function ApplicationStatus({ details, phone, checkedAt, check }: ApplicationStatusProps) {
  const t = useText();
  const uploads = useDocumentUploads();
  const answer = useActionData() as DocumentReply | undefined;
  const failures = answer?.intent === 'documents' ? answer.failures : [];
  const asked = askedKinds(details);
  useFocusOnward(asked.length);
  return (
    <Page title={t('clinic.pending.title')} width="wide" aside={<BackToLogin />}>
      <div className="grid items-start gap-6 lg:grid-cols-3 lg:grid-rows-[auto_auto_1fr] *:min-w-0">
        <div className="space-y-6 lg:col-span-2">
          <DocumentFailures failures={failures} />
          {asked.length > 0 ? (
            <AskedDocuments details={details} asked={asked} uploads={uploads} />
          ) : null}
          <StatusCard details={details} checkedAt={checkedAt} check={check} />
        </div>
        <div className="lg:col-start-3 lg:row-span-2 lg:row-start-1">
          <ApplicationSteps details={details} />
        </div>
        <div className="lg:col-span-2 lg:row-span-2 lg:row-start-2">
          <OwnDocuments details={details} asked={asked} uploads={uploads} />
        </div>
        <div className="lg:col-start-3 lg:row-start-3">
          <OwnDetails details={details} phone={phone} />
        </div>
      </div>
    </Page>
  );
}

/** Who sent what was asked for finds it among the documents: its button above is gone, and focus with it. */
function useFocusOnward(asked: number): void {
  const before = useRef(asked);
  useEffect(() => {
    if (asked < before.current && document.activeElement === document.body)
      document.getElementById(documentsHeadingId)?.focus();
    before.current = asked;
  }, [asked]);
}
