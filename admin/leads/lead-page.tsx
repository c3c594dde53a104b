import { Link } from 'react-router-dom';
import type { LeadDetailRecord } from '#contracts/leads';
import { PageHead } from '../components/page-head';
import { When } from '../components/when';
import { listAddress } from '../components/list-address';
import { useText } from '../text';
import { LeadDecision } from './lead-decision';
import { LeadFacts } from './lead-facts';
import { LeadFindings } from './lead-findings';
import { LeadHistory } from './lead-history';
import { LeadNotes } from './lead-notes';
import { LeadPhotos } from './lead-photos';
import { LeadStatus } from './lead-status';
import { QueueSteps } from './queue-steps';
import { useNotes } from './use-notes';
import { heldView } from './views';
import { named } from './words';

/** The evidence on the left, what the checks found and the decision beside it or, on small screens, after it. */
export function LeadPage({ record }: { record: LeadDetailRecord }) {
  const t = useText();
  const notes = useNotes(record);
  return (
    <>
      <PageHead
        back={{ to: listAddress('leads', heldView), label: t('console.queue.leads') }}
        title={named(t, 'sub-treatment', record.subTreatment)}
        mark={<LeadStatus record={record} />}
        lead={
          <>
            {t('console.leads.submitted')} <When at={record.createdAt} relative />
          </>
        }
      >
        <QueueSteps id={record.id} />
      </PageHead>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 @min-[60rem]:grid-cols-[minmax(0,1fr)_24rem] @min-[60rem]:grid-rows-[auto_1fr]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <LeadFacts record={record} />
          <LeadNotes notes={notes} />
          <LeadPhotos record={record} photos={notes.record.photos} />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5 @min-[60rem]:sticky @min-[60rem]:top-[4.75rem] @min-[60rem]:row-span-2">
          <LeadFindings record={record} />
          <LeadDecision record={record} />
          <p className="px-1">
            <Link className="link" to={`/admin/workflows/${record.id}/show`}>
              {t('console.leads.workflow')}
            </Link>
            {' · '}
            <Link className="link" to={`/admin/patients/${record.patientId}/show`}>
              {t('console.leads.patient')}
            </Link>
          </p>
        </div>
        <LeadHistory record={record} />
      </div>
    </>
  );
}
