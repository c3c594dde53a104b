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

/** The evidence on the left, what the checks found and the decision beside it. */
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
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid min-w-0 gap-5">
          <LeadFacts record={record} />
          <LeadNotes notes={notes} />
          <LeadPhotos record={record} photos={notes.record.photos} />
          <LeadHistory record={record} />
        </div>
        <div className="grid gap-5 xl:sticky xl:top-[4.75rem]">
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
      </div>
    </>
  );
}
