import { useActionData } from '@remix-run/react';
import type { ApplicationDetails } from '#contracts/clinic-onboarding';
import type { DocumentReply } from '#app/clinic/document-action.server';
import type { StatusCheck } from '#app/clinic/use-status-check';
import { useText } from '#app/i18n/use-text';
import { Card } from '../card';
import { Page } from '../page';
import { Timeline } from '../timeline';
import { applicationTimeline } from './application-timeline';
import { BackToLogin } from './back-to-login';
import { DocumentFailures } from './document-failures';
import { OwnDetails } from './own-details';
import { OwnDocuments } from './own-documents';
import { StatusCard } from './status-card';

interface ApplicationStatusProps {
  details: ApplicationDetails;
  checkedAt: string;
  check: StatusCheck;
}

/** Where an application stands, what happens next and what the clinic can do about it. */
export function ApplicationStatus({ details, checkedAt, check }: ApplicationStatusProps) {
  const t = useText();
  const answer = useActionData() as DocumentReply | undefined;
  const failures = answer?.intent === 'documents' ? answer.failures : [];
  return (
    <Page title={t('clinic.pending.title')} width="wide" aside={<BackToLogin />}>
      <div className="grid gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="min-w-0 space-y-6">
          <StatusCard details={details} checkedAt={checkedAt} check={check} />
          <DocumentFailures failures={failures} />
          <OwnDocuments details={details} />
        </div>
        <div className="min-w-0 space-y-6">
          <Card as="section">
            <h2 className="mb-4 text-lg">{t('clinic.pending.steps')}</h2>
            <Timeline items={applicationTimeline(t, details)} />
          </Card>
          <OwnDetails details={details} />
        </div>
      </div>
    </Page>
  );
}
