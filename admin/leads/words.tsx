import { labelKey, type CatalogueList } from '#contracts/consultation';
import type { LeadRecord } from '#contracts/leads';
import { ascending, descending, type ListView } from '../components/views';
import { StatusChip, type Tone } from '../components/status-chip';
import { hasText, useText, type Text } from '../text';

/** Requests that wait for a person, the longest wait first. */
export const heldView: ListView = { filter: { queue: 'held' }, sort: ascending('createdAt') };

/** Requests that are published by themselves unless somebody looks. */
export const screeningView: ListView = {
  filter: { queue: 'screening' },
  sort: ascending('createdAt'),
};

export const openView: ListView = {
  filter: { status: ['reviewed', 'offers_received'] },
  sort: descending('createdAt'),
};

/** What people read for a value of the catalogue; the value itself when it is newer than this build. */
export function named(t: Text, list: CatalogueList, value: string | null): string {
  if (!value) return t('console.not_stated');
  const key = labelKey(list, value);
  return hasText(key) ? t(key) : value;
}

/** The same for several; in the order given. */
export const allNamed = (t: Text, list: CatalogueList, values: readonly string[]): string =>
  values.map((value) => named(t, list, value)).join(', ') || t('console.not_stated');

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
