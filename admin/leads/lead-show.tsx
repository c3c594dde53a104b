import type { LeadDetailRecord } from '#contracts/leads';
import { RecordPage } from '../components/record-page';
import { useQueueRefresh } from '../components/use-queue-refresh';
import { LeadPage } from './lead-page';

/** One treatment request: what the checks found, what it says, and the decision. */
export function LeadShow() {
  useQueueRefresh('leads');
  return (
    <RecordPage<LeadDetailRecord>>
      {(record) => <LeadPage key={record.id} record={record} />}
    </RecordPage>
  );
}
