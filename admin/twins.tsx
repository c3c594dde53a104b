import { Fingerprint } from 'lucide-react';
import { findingStates, type FindingRecord } from '#contracts/twins';
import { search, waits } from './components/console-list';
import { PageHead } from './components/page-head';
import { Panel } from './components/panel';
import { StatusChip, type Tone } from './components/status-chip';
import { Since } from './components/times';
import { ascending, descending, waitingIn } from './components/views';
import { resourceOf } from './resource';
import { text, useText, type Text } from './text';
import { Finding } from './twins/finding';

const queue = waitingIn(ascending('foundAt'));

const nameOf = (t: Text, { kind, name }: FindingRecord['sides'][number]): string =>
  name ?? t(`console.twins.side.${kind}`);
const first = ({ sides }: FindingRecord) => nameOf(text, sides[0]);
const second = ({ sides }: FindingRecord) => nameOf(text, sides[1]);

/** What clinics share with others that they should not; what waits for a reason is the first view. */
export const twins = resourceOf<FindingRecord>({
  name: 'twins',
  group: 'clinics',
  icon: Fingerprint,
  queue: { icon: Fingerprint, view: queue },
  live: true,
  page: FindingPage,
  list: {
    sort: descending('foundAt'),
    views: { 'console.queue.twins': queue, 'view.all': { filter: {} } },
    filters: [search, waits, { source: 'state', label: 'console.status', ids: findingStates }],
    exports: 'all',
    columns: [
      { label: 'kind', field: 'kind', as: 'word' },
      { label: 'clinic', show: first },
      { label: 'other', show: second },
      {
        label: 'console.status',
        field: 'state',
        show: (record) => <FindingState record={record} />,
      },
      { label: 'found', field: 'foundAt', as: 'time', sort: true },
      { label: 'decided', field: 'decidedAt', as: 'time' },
    ],
  },
});

const tones: Record<FindingRecord['state'], Tone> = { open: 'warn', explained: 'ok', branch: 'ok' };

function FindingState({ record: { state } }: { record: FindingRecord }) {
  const t = useText();
  return <StatusChip tone={tones[state]}>{t(`console.twins.state.${state}`)}</StatusChip>;
}

function FindingPage({ record }: { record: FindingRecord }) {
  const t = useText();
  return (
    <>
      <PageHead
        back="list"
        title={t(`console.twins.kind.${record.kind}`)}
        mark={<FindingState record={record} />}
        lead={<Since what={t('console.twins.found')} at={record.foundAt} />}
      />
      <Panel title={t('console.twins.both')}>
        <Finding record={record} />
      </Panel>
    </>
  );
}
