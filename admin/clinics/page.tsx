import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useGetList } from 'react-admin';
import { Link, useNavigate } from 'react-router-dom';
import {
  promisedDays,
  type ClinicDetailRecord,
  type ClinicRecord,
} from '#contracts/clinic-onboarding';
import { ActorName } from '../components/actor-name';
import { Clock } from '../components/clock';
import { listAddress } from '../components/list-address';
import { PageHead } from '../components/page-head';
import { Panel } from '../components/panel';
import { RecordPage } from '../components/record-page';
import { SafeUrlField } from '../components/safe-url-field';
import { useQueueRefresh } from '../components/use-queue-refresh';
import { useShortcuts } from '../components/use-shortcuts';
import { When } from '../components/when';
import { DocumentViewer } from '../documents/viewer';
import { useText, type Text } from '../text';
import { ChecklistPanel } from './checklist-panel';
import { DecisionPanel } from './decision';
import { ClinicNotes } from './notes';
import { useReview } from './review';
import { ApplicationStatus, waitingClinics } from './status';

/** One clinic: its application while it is pending, and everything that was decided. */
export function ClinicShow() {
  useQueueRefresh('clinics');
  return (
    <RecordPage<ClinicDetailRecord>>
      {(record) => <ApplicationPage key={record.id} record={record} />}
    </RecordPage>
  );
}

const queue = listAddress('clinics', waitingClinics);

/** The evidence on the left, the checklist and the decision beside it or, on small screens, right after it. */
function ApplicationPage({ record }: { record: ClinicDetailRecord }) {
  const t = useText();
  const review = useReview(record);
  const { selected } = review;
  return (
    <>
      <PageHead
        back={{ to: queue, label: t('console.queue.clinics') }}
        title={record.clinicName}
        mark={<ApplicationStatus record={record} />}
        lead={
          record.status === 'pending' ? (
            <Clock
              dueAt={record.dueAt}
              moment={record.promise && t('console.clinics.promised', promisedDays(record.promise))}
            />
          ) : (
            <>
              {t('console.clinics.decided')} <When at={record.decidedAt} relative />
            </>
          )
        }
      >
        <NextInQueue after={record.id} />
      </PageHead>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 @min-[60rem]:grid-cols-[minmax(0,1fr)_24rem] @min-[60rem]:grid-rows-[auto_1fr]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <ClinicDetails record={record} />
          <Panel
            title={
              selected
                ? t(`console.documents.kind.${selected.kind}`)
                : t('console.clinics.no_document')
            }
            aside={
              selected ? <span className="break-all text-ink-soft">{selected.name}</span> : null
            }
          >
            {selected ? (
              <DocumentViewer document={selected} onShown={review.show} />
            ) : (
              <p className="text-ink-soft">{t('console.clinics.no_document_text')}</p>
            )}
          </Panel>
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5 @min-[60rem]:sticky @min-[60rem]:top-[4.75rem] @min-[60rem]:row-span-2 @min-[60rem]:max-h-[calc(100dvh-13rem)] @min-[60rem]:grid-rows-[minmax(0,1fr)_auto]">
          <ChecklistPanel review={review} />
          <DecisionPanel record={record} />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <ClinicDescription record={record} />
          <ClinicNotes record={record} />
          <ClinicHistory record={record} />
        </div>
      </div>
    </>
  );
}

/** The way to the application whose promise comes next, and how many wait. */
function NextInQueue({ after }: { after: string }) {
  const t = useText();
  const navigate = useNavigate();
  const { data = [], total = 0 } = useGetList<ClinicRecord>(
    'clinics',
    {
      filter: waitingClinics.filter,
      sort: waitingClinics.sort,
      pagination: { page: 1, perPage: 2 },
    },
    { retry: false },
  );
  const next = data.find(({ id }) => id !== after);
  const address = next ? `/admin/clinics/${next.id}/show` : null;
  useShortcuts(
    address
      ? [{ key: 'n', label: t('console.keys.next_application'), run: () => navigate(address) }]
      : [],
  );
  if (!address) return null;
  return (
    <Link to={address} className="inline-flex items-center gap-1.5 text-brand hover:underline">
      {t('console.clinics.next', { count: total })}
      <ArrowRight size={15} aria-hidden />
    </Link>
  );
}

/** What the documents must agree with. */
function ClinicDetails({ record }: { record: ClinicDetailRecord }) {
  const t = useText();
  const rows: ReadonlyArray<readonly [string, ReactNode]> = [
    [t('console.clinics.licence'), <strong key="licence">{record.licenseNumber}</strong>],
    [t('console.clinics.doctor'), record.doctorName],
    [t('console.clinics.address'), `${record.address}, ${record.city}, ${record.country}`],
    [t('console.clinics.phone'), record.phoneNumber],
    [t('console.clinics.email'), record.email],
    [t('console.clinics.website'), <SafeUrlField key="website" value={record.website} />],
  ];
  return (
    <dl className="panel grid gap-x-6 gap-y-3 p-5 @min-[34rem]:grid-cols-2 @min-[46rem]:grid-cols-3">
      {rows.map(([label, value]) => (
        <div key={label} className="min-w-0">
          <dt className="text-ink-soft">{label}</dt>
          <dd className="break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The rest of what the clinic says about itself. */
function ClinicDescription({ record }: { record: ClinicDetailRecord }) {
  const t = useText();
  return (
    <Panel title={t('console.clinics.about')}>
      <p className="measure whitespace-pre-line">{record.description || t('console.not_stated')}</p>
      <dl className="mt-4 grid gap-x-6 gap-y-3 @min-[34rem]:grid-cols-3">
        <div>
          <dt className="text-ink-soft">{t('console.clinics.specialties')}</dt>
          <dd>{record.specialties.join(', ')}</dd>
        </div>
        <div>
          <dt className="text-ink-soft">{t('console.clinics.experience')}</dt>
          <dd>{t('console.clinics.years', { years: record.experience })}</dd>
        </div>
        <div>
          <dt className="text-ink-soft">{t('console.clinics.registered')}</dt>
          <dd>
            <When at={record.registeredAt} relative />
          </dd>
        </div>
      </dl>
    </Panel>
  );
}

/** What happened to the application, newest first. */
function ClinicHistory({ record }: { record: ClinicDetailRecord }) {
  const t = useText();
  const rows = [...record.history].sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
  return (
    <Panel title={t('console.clinics.history')}>
      <ol className="grid gap-2">
        {rows.map(({ id, kind, at, actor, facts }) => (
          <li key={id} className="grid gap-x-4 @min-[34rem]:grid-cols-[11rem_1fr]">
            <span className="text-ink-soft">
              <When at={at} />
            </span>
            <span>
              {t(`console.clinics.happened.${kind}`)}
              {namesOf(t, facts)}
              <span className="text-ink-soft">
                {' · '}
                <ActorName actor={actor} />
              </span>
              {facts.reason || facts.note ? (
                <q className="block whitespace-pre-line break-words">
                  {facts.reason ?? facts.note}
                </q>
              ) : null}
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

/** The kinds of document or the details that it was about, in brackets. */
function namesOf(t: Text, { kind, kinds, fields }: Readonly<Record<string, string>>): string {
  const names = [
    ...wordsOf(kind ?? kinds).map((name) => t(`console.documents.kind.${name}`)),
    ...wordsOf(fields).map((name) => t(`console.clinics.field.${name}`)),
  ];
  return names.length > 0 ? ` (${names.join(', ')})` : '';
}

const wordsOf = (words = ''): string[] => words.split(' ').filter(Boolean);
