import type { WorkflowDetailRecord } from '#platform/staff-records';
import { RecordPage } from '../components/record-page';
import { WorkflowPage } from './workflow-page';

/** One instance of a machine. */
export function WorkflowShow() {
  return (
    <RecordPage<WorkflowDetailRecord>>
      {(record) => <WorkflowPage key={record.id} record={record} />}
    </RecordPage>
  );
}
