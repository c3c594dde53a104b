import { Form, useActionData, useLoaderData } from '@remix-run/react';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import {
  type ApplicationDetails,
  type ApplicationEvent,
  promisedDays,
} from '#contracts/clinic-onboarding';
import { labelKey } from '#contracts/consultation';
import type { Locale } from '#platform/base/locale';
import { keepOnNetworkError } from '#app/auth/keep-on-network-error';
import { applicationAction, applicationLoader } from '#app/clinic/application-page.server';
import type { DocumentReply } from '#app/clinic/document-action.server';
import { DocumentFailures, useDocumentUploads } from '#app/clinic/document-kinds';
import {
  AskedDocuments,
  askedKinds,
  documentsHeadingId,
  OwnDocuments,
} from '#app/clinic/own-documents';
import { StatusCard, useStatusCheck } from '#app/clinic/status-card';
import { Button } from '#app/components/button';
import { Card } from '#app/components/card';
import { Link } from '#app/components/link';
import { Page } from '#app/components/page';
import { Timeline, type TimelineItem } from '#app/components/timeline';
import { formatsIn, useFormats } from '#app/i18n/formats';
import { pageMeta } from '#app/i18n/page-meta';
import { type Text, useAddress, useLocale, useText } from '#app/i18n/use-text';
import { keepLast } from '#app/live/use-live';

export const meta = pageMeta('clinic.pending');
export const loader = applicationLoader;
export const action = applicationAction;
export const clientAction = keepOnNetworkError;
export const clientLoader = keepLast;

/** Where an application stands, what happens next and what the clinic can do about it. */
export default function PendingApprovalPage() {
  const { details, phone, checkedAt } = useLoaderData<typeof loader>();
  const check = useStatusCheck(checkedAt);
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

/** What happens next; what happened lies folded above it. */
function ApplicationSteps({ details }: { details: ApplicationDetails }) {
  const t = useText();
  const locale = useLocale();
  const past = stepsSoFar({ t, locale }, details);
  return (
    <Card as="section">
      <h2 className="mb-4 text-lg">{t('clinic.pending.steps')}</h2>
      {past.length > 0 ? (
        <details className="group mb-4">
          <summary className="flex min-h-11 list-none items-center justify-between gap-4 text-ink-soft hover:text-brand">
            {t('clinic.pending.past', { count: past.length })}
            <ChevronDown
              aria-hidden="true"
              className="size-5 shrink-0 transition-transform duration-200 group-open:rotate-180"
            />
          </summary>
          <div className="pt-3">
            <Timeline items={past} />
          </div>
        </details>
      ) : null}
      <Timeline items={stepsToCome({ t, locale }, details)} />
    </Card>
  );
}

interface Words {
  readonly t: Text;
  readonly locale: Locale;
}

/** What a clinic is shown of what happened; the rest is the review team's own. */
const shown: ReadonlySet<ApplicationEvent> = new Set<ApplicationEvent>([
  'registered',
  'documents-completed',
  'documents-incomplete',
  'document-asked-again',
  'document-rejected',
  'documents-reopened',
  'resubmitted',
  'approved',
  'rejected',
  'suspended',
  'reinstated',
]);

/** What happened to an application, with its dates; what happened more than once is shown as it was last. */
export const stepsSoFar = (
  { t, locale }: Words,
  { activity }: ApplicationDetails,
): TimelineItem[] =>
  activity
    .filter(({ kind }) => shown.has(kind))
    .filter(
      (one, index, all) =>
        !all
          .slice(index + 1)
          .some(({ kind, facts }) => kind === one.kind && facts.kind === one.facts.kind),
    )
    .map(({ kind, at, facts }) => ({
      title: t(`clinic.timeline.${kind}`),
      at,
      state: 'done',
      text: formatsIn(locale).list(kindsIn(facts).map((name) => t(`clinic.document.kind.${name}`))),
    }));

const kindsIn = ({ kind, kinds }: Readonly<Record<string, string>>): string[] =>
  (kind ?? kinds ?? '').split(' ').filter(Boolean);

/** Where an application stands and what comes, with the days promised. */
function stepsToCome(
  { t, locale }: Words,
  { clinic, stage, promise }: ApplicationDetails,
): TimelineItem[] {
  const decision: TimelineItem = {
    title: t('clinic.timeline.decision'),
    state: 'upcoming',
    text: t('clinic.timeline.decision_text'),
  };
  if (clinic.approvalStatus === 'rejected')
    return [{ title: t('clinic.timeline.mend'), state: 'current' }];
  if (clinic.approvalStatus === 'suspended')
    return [{ title: t('clinic.timeline.contact'), state: 'current' }];
  if (clinic.approvalStatus === 'approved')
    return [{ title: t('clinic.timeline.requests'), state: 'current' }];
  if (stage === 'documents')
    return [
      { title: t('clinic.timeline.waiting'), state: 'current' },
      {
        title: t('clinic.timeline.review'),
        state: 'upcoming',
        text: t('clinic.timeline.review_waits'),
      },
      decision,
    ];
  const late = stage === 'breached';
  return [
    {
      title: t('clinic.timeline.review'),
      state: 'current',
      text: late
        ? t('clinic.timeline.review_late')
        : promise && t('clinic.timeline.review_by', promisedDays(promise, locale)),
    },
    decision,
  ];
}

/** Ends the clinic's session and goes to its sign-in. */
function BackToLogin() {
  const t = useText();
  const address = useAddress();
  return (
    <Form method="post" action="/logout" className="-mx-4">
      <input type="hidden" name="area" value="clinic" />
      <input type="hidden" name="to" value={address('/clinic-login')} />
      <Button variant="quiet">{t('clinic.pending.back_to_login')}</Button>
    </Form>
  );
}

/** What the clinic has said about itself, and the way to correct it while that is possible. */
function OwnDetails({ details, phone }: { details: ApplicationDetails; phone: string }) {
  const t = useText();
  const formats = useFormats();
  const { clinic } = details;
  const open = clinic.approvalStatus === 'pending' || clinic.approvalStatus === 'rejected';
  return (
    <Card as="section">
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-lg">{t('clinic.pending.details')}</h2>
        {open ? (
          <Link to="/clinic/application" className="link">
            {t('clinic.pending.edit')}
          </Link>
        ) : null}
      </div>
      <dl className="space-y-3">
        <Fact term={t('clinic.info.clinic_name')}>{clinic.clinicName}</Fact>
        <Fact term={t('clinic.info.doctor_name')}>{clinic.doctorName}</Fact>
        <Fact term={t('clinic.info.email')}>{clinic.email}</Fact>
        <Fact term={t('auth.phone.label')}>
          <bdi>{phone}</bdi>
        </Fact>
        <Fact term={t('clinic.info.address')}>{clinic.address}</Fact>
        <Fact term={t('clinic.info.city')}>{clinic.city}</Fact>
        <Fact term={t('clinic.info.country')}>{clinic.country}</Fact>
        <Fact term={t('clinic.info.specialties')}>
          {formats.list(clinic.specialties.map((one) => t(labelKey('specialty', one))))}
        </Fact>
      </dl>
    </Card>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-ink-soft">{term}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  );
}
