import type { LeadRecord } from '#contracts/leads';
import { StatusChip, type Tone } from '../components/status-chip';
import { useText } from '../text';

const tones: Record<LeadRecord['status'], Tone> = {
  pending: 'info',
  reviewed: 'ok',
  offers_received: 'ok',
  completed: 'ok',
  cancelled: 'plain',
};

/** Where a request stands; while it is screened, who it waits for. */
export function LeadStatus({ record }: { record: Pick<LeadRecord, 'status' | 'queue'> }) {
  const t = useText();
  const { status, queue } = record;
  if (queue)
    return (
      <StatusChip tone={queue === 'held' ? 'warn' : 'info'}>
        {t(`console.leads.queue.${queue}`)}
      </StatusChip>
    );
  return <StatusChip tone={tones[status]}>{t(`console.leads.status.${status}`)}</StatusChip>;
}
