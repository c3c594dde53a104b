import { useGetList } from 'react-admin';
import type { FindingRecord } from '#contracts/twins';
import { useQueueRefresh } from '../components/live';
import { Panel } from '../components/panel';
import { listAddress } from '../components/views';
import { useText, type Text } from '../text';
import { Link } from 'react-router-dom';
import { Finding } from './finding';

/** Findings that are drawn and listed on the page of a clinic. */
const shown = 20;

/** What a clinic shares with others, as a drawing and one by one; an approval waits for a reason for each that is open. */
export function ClinicTwins({ clinicId, name }: { clinicId: string; name: string }) {
  const t = useText();
  useQueueRefresh('twins');
  const { data, error, isPending, total } = useGetList<FindingRecord>(
    'twins',
    {
      filter: { clinicId },
      sort: { field: 'foundAt', order: 'DESC' },
      pagination: { page: 1, perPage: shown },
    },
    { retry: false },
  );
  if (error)
    return (
      <Panel title={t('console.twins.title')}>
        <p role="alert">{t('console.error.unreadable')}</p>
      </Panel>
    );
  if (isPending || !data || data.length === 0) return null;
  const open = data.filter(({ state }) => state === 'open');
  const sorted = [...open, ...data.filter(({ state }) => state !== 'open')];
  const all = listAddress('twins', {
    filter: { clinicId },
    sort: { field: 'foundAt', order: 'DESC' },
  });
  return (
    <Panel title={t('console.twins.title')}>
      <p className="mb-3">{t('console.twins.open_count', { count: open.length })}</p>
      <Graph clinicId={clinicId} name={name} findings={sorted} />
      <ul className="mt-4 grid gap-5">
        {sorted.map((record) => (
          <li key={record.id} className="border-l-2 border-line-strong pl-3">
            <Finding record={record} />
          </li>
        ))}
      </ul>
      {total === undefined || total > shown ? (
        <p className="mt-4">
          <Link className="link" to={all}>
            {t('console.twins.all')}
          </Link>
        </p>
      ) : null}
    </Panel>
  );
}

interface Neighbour {
  readonly key: string;
  readonly name: string;
  readonly kinds: readonly string[];
  readonly isOpen: boolean;
}

/** Whom the clinic shares something with, each once, with what. */
function neighboursOf(t: Text, clinicId: string, findings: readonly FindingRecord[]): Neighbour[] {
  const found = new Map<string, { name: string; kinds: Set<string>; isOpen: boolean }>();
  for (const { id, kind, sides, state } of findings) {
    const other = sides.find((side) => side.clinicId !== clinicId) ?? sides[1];
    const key = other.clinicId ?? (other.kind === 'patient' ? id : other.kind);
    const one = found.get(key) ?? {
      name: other.name ?? t(`console.twins.side.${other.kind}`),
      kinds: new Set<string>(),
      isOpen: false,
    };
    one.kinds.add(t(`console.twins.kind.${kind}`));
    one.isOpen ||= state === 'open';
    found.set(key, one);
  }
  return [...found].map(([key, { kinds, ...one }]) => ({ key, ...one, kinds: [...kinds] }));
}

const row = 64;
const longest = 30;
const cut = (words: string): string =>
  words.length > longest ? `${words.slice(0, longest - 1)}…` : words;

interface GraphProps {
  readonly clinicId: string;
  readonly name: string;
  readonly findings: readonly FindingRecord[];
}

/** The clinic on the left, whom it shares something with on the right, and along each line what. The list below says the same. */
function Graph({ clinicId, name, findings }: GraphProps) {
  const t = useText();
  const others = neighboursOf(t, clinicId, findings);
  const height = Math.max(1, others.length) * row;
  const middle = height / 2;
  return (
    <svg
      viewBox={`0 0 720 ${height}`}
      role="img"
      aria-label={t('console.twins.graph', { clinic: name, count: others.length })}
      className="w-full"
      fontSize="13"
    >
      {others.map(({ key, kinds, isOpen }, n) => {
        const y = n * row + row / 2;
        return (
          <g key={key}>
            <path
              d={`M220 ${middle}C300 ${middle} 400 ${y} 500 ${y}`}
              fill="none"
              stroke={isOpen ? 'var(--color-warn)' : 'var(--color-line-strong)'}
              strokeWidth="2"
              strokeDasharray={isOpen ? undefined : '4 4'}
            />
            <text x="490" y={y - 8} textAnchor="end" fill="currentColor">
              {cut(kinds.join(', '))}
            </text>
          </g>
        );
      })}
      <Node x={0} y={middle} name={name} />
      {others.map(({ key, name: other }, n) => (
        <Node key={key} x={500} y={n * row + row / 2} name={other} />
      ))}
    </svg>
  );
}

const Node = ({ x, y, name }: { x: number; y: number; name: string }) => (
  <g>
    <rect
      x={x + 1}
      y={y - 18}
      width="218"
      height="36"
      rx="6"
      fill="var(--color-surface)"
      stroke="var(--color-line-strong)"
    />
    <text x={x + 110} y={y + 5} textAnchor="middle" fill="currentColor">
      {cut(name)}
    </text>
  </g>
);
