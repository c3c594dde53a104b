import type { WorkflowRecord } from '#platform/staff-records';
import { StatusChip } from '../components/status-chip';
import { useText } from '../text';

/** Whether an instance runs, is over, or stands still with a job that failed. */
export function WorkflowStatus({ record }: { record: Pick<WorkflowRecord, 'status' | 'stuck'> }) {
  const t = useText();
  if (record.stuck) return <StatusChip tone="danger">{t('console.workflows.stuck')}</StatusChip>;
  return (
    <StatusChip tone={record.status === 'active' ? 'info' : 'plain'}>
      {t(`console.workflows.status.${record.status}`)}
    </StatusChip>
  );
}
