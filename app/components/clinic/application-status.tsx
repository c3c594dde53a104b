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
      <div className="grid items-start gap-6 lg:grid-cols-3 lg:grid-rows-[auto_auto_1fr] *:min-w-0">
        <div className="space-y-6 lg:col-span-2">
          <StatusCard details={details} checkedAt={checkedAt} check={check} />
          <DocumentFailures failures={failures} />
        </div>
        <Card as="section" className="lg:col-start-3 lg:row-span-2 lg:row-start-1">
          <h2 className="mb-4 text-lg">{t('clinic.pending.steps')}</h2>
          <Timeline items={applicationTimeline(t, details)} />
        </Card>
        <div className="lg:col-span-2 lg:row-span-2 lg:row-start-2">
          <OwnDocuments details={details} />
        </div>
        <div className="lg:col-start-3 lg:row-start-3">
          <OwnDetails details={details} />
        </div>
      </div>
    </Page>
  );
}
