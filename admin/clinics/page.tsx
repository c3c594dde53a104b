import { ArrowRight } from 'lucide-react';
import { useGetList } from 'react-admin';
import { Link, useNavigate } from 'react-router-dom';
import {
  promisedDays,
  type ClinicDetailRecord,
  type ClinicRecord,
} from '#contracts/clinic-onboarding';
import { counted } from '../components/counted';
import { CaseNotes } from '../components/casework/case-notes';
import { useTakenByOthers } from '../components/casework/claims';
import { Clock, Since } from '../components/times';
import { listAddress } from '../components/views';
import { HoldPanel } from '../components/hold-panel';
import { Panel } from '../components/panel';
import { WaysPanel } from '../components/ways-panel';
import { PageHead } from '../components/page-head';
import { useShortcuts } from '../components/shortcuts';
import { DocumentViewer } from '../documents/viewer';
import { useText } from '../text';
import { ClinicTwins } from '../twins/panel';
import { ClinicChecks } from './checks';
import { PublicSide } from './public-side';
import { ChecklistPanel } from './checklist-panel';
import { DecisionPanel } from './decision';
import { useReview } from './review';
import { ApplicationStatus, waitingClinics } from './status';
import { ClinicDetails, ClinicDescription, ClinicHistory } from './details';

const queue = listAddress('clinics', waitingClinics);

/** Until when it is to be decided, and what the clinic was promised. */
function Deadline({ record: { dueAt, promise } }: { record: ClinicDetailRecord }) {
  const t = useText();
  return (
    <Clock
      dueAt={dueAt}
      moment={promise && t('console.clinics.promised', promisedDays(promise, 'en'))}
    />
  );
}

/** The evidence on the left, the checklist and the decision beside it or, on small screens, right after it. */
export function ApplicationPage({ record }: { record: ClinicDetailRecord }) {
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
            <Deadline record={record} />
          ) : (
            <Since what={t('console.clinics.decided')} at={record.decidedAt} />
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
          <ClinicTwins clinicId={record.id} name={record.clinicName} />
          <ClinicChecks record={record} />
          <PublicSide record={record} />
          <ClinicDescription record={record} />
          <CaseNotes earlier={record.notes} />
          <WaysPanel resource="clinics" record={record} />
          <HoldPanel resource="clinics" record={record} />
          <ClinicHistory record={record} />
        </div>
      </div>
    </>
  );
}

/** The way to the application whose promise comes next and that no colleague has taken, and how many wait. */
function NextInQueue({ after }: { after: string }) {
  const t = useText();
  const navigate = useNavigate();
  const { data = [], total } = useGetList<ClinicRecord>(
    'clinics',
    {
      filter: waitingClinics.filter,
      sort: waitingClinics.sort,
      pagination: { page: 1, perPage: 25 },
    },
    { retry: false },
  );
  const isTaken = useTakenByOthers(
    'clinics',
    data.map(({ id }) => id),
  );
  const next = data.find(({ id }) => id !== after && !isTaken(id));
  const address = next ? `/admin/clinics/${next.id}/show` : null;
  useShortcuts(
    address
      ? [{ key: 'x', label: t('console.keys.next_application'), run: () => navigate(address) }]
      : [],
  );
  if (!address) return null;
  return (
    <Link to={address} className="inline-flex items-center gap-1.5 text-brand hover:underline">
      {t('console.clinics.next', { count: counted(t, total) })}
      <ArrowRight size={15} aria-hidden />
    </Link>
  );
}
