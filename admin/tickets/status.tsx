import type { TicketRecord } from '#contracts/support';
import { StatusChip, type Tone } from '../components/status-chip';
import { useText } from '../text';

const tones: Record<TicketRecord['status'], Tone> = {
  open: 'warn',
  answered: 'ok',
  closed: 'plain',
};

/** Where a ticket stands; one that is late says so. */
export function TicketStatus({ record: { status, escalatedAt } }: { record: TicketRecord }) {
  const t = useText();
  if (status === 'open' && escalatedAt)
    return <StatusChip tone="danger">{t('console.tickets.late')}</StatusChip>;
  return <StatusChip tone={tones[status]}>{t(`console.tickets.status.${status}`)}</StatusChip>;
}

/** Only what is not as usual. */
export function Priority({ record: { priority } }: { record: TicketRecord }) {
  const t = useText();
  if (priority === 'normal') return null;
  return (
    <StatusChip tone={priority === 'high' ? 'danger' : 'plain'}>
      {t(`console.tickets.priority_of.${priority}`)}
    </StatusChip>
  );
}
