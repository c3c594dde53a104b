import { promisedDays, type ClinicDetailRecord } from '#contracts/clinic-onboarding';
import { Clock } from '../components/clock';
import { PageHead } from '../components/page-head';
import { Panel } from '../components/panel';
import { When } from '../components/when';
import { DocumentViewer } from '../documents/document-viewer';
import { waitingClinics } from '../queues';
import { listAddress } from '../components/list-address';
import { useText } from '../text';
import { ApplicationStatus } from './application-status';
import { ChecklistPanel } from './checklist-panel';
import { ClinicDetails, ClinicDescription } from './clinic-details';
import { ClinicHistory } from './clinic-history';
import { ClinicNotes } from './clinic-notes';
import { DecisionPanel } from './decision-panel';
import { NextInQueue } from './next-in-queue';
import { useReview } from './use-review';

const queue = listAddress('clinics', waitingClinics);

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
