import { ScrollText } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { AuditRecord } from '#platform/lists/console-records';
import { ActorName } from './components/actor-name';
import { search } from './components/console-list';
import { detailRows } from './components/panel';
import { StatusChip, type Tone } from './components/status-chip';
import { descending } from './components/views';
import { mayOpen } from './may-open';
import { useStaff } from './providers/auth-provider';
import { resourceOf } from './resource';
import { hasText, text, useText } from './text';

const tones: Record<AuditRecord['outcome'], Tone> = { ok: 'ok', refused: 'warn', failed: 'danger' };

const objectTypes = [
  ...[
    'clinic',
    'document',
    'lead',
    'offer',
    'deal',
    'review',
    'patient',
    'photo',
    'notification',
    'staff',
    'setting',
  ],
  ...['content', 'alert', 'session', 'staff-session', 'otp-challenge', 'audit-entry'],
];

/** Who did and who looked at what: the log that nobody can change. Its file says who by id, as names change. */
export const audit = resourceOf<AuditRecord>({
  name: 'audit',
  group: 'system',
  icon: ScrollText,
  list: {
    sort: descending('id'),
    views: {
      all: { filter: {} },
      refused: { filter: { outcome: 'refused' } },
      break_glass: { filter: { breakGlass: true } },
    },
    filters: [
      search,
      { source: 'objectType', label: 'about', ids: objectTypes, words: 'object' },
      { source: 'objectId', label: 'object_id' },
      { source: 'actor', label: 'by', choices: 'staff' },
      { source: 'action', label: 'action' },
      { source: 'outcome', label: 'outcome', ids: Object.keys(tones), words: 'outcome_of' },
      { source: 'from', label: 'from', date: 'start' },
      { source: 'to', label: 'to', date: 'end' },
    ],
    exports: 'admins',
    columns: [
      { label: 'number', field: 'id', only: 'export' },
      { label: 'at', field: 'at', as: 'time', sort: true },
      { label: 'actor', field: 'actor', show: ({ actor }) => <ActorName actor={actor} /> },
      { label: 'action', field: 'action', as: 'strong' },
      {
        label: 'about',
        show: ({ objectType, objectId }) => <ObjectLink type={objectType} id={objectId} />,
      },
      { label: 'object_type', field: 'objectType', only: 'export' },
      { label: 'object_id', field: 'objectId', only: 'export' },
      {
        label: 'outcome',
        field: 'outcome',
        show: ({ outcome }) => (
          <StatusChip tone={tones[outcome]}>
            {text(`console.audit.outcome_of.${outcome}`)}
          </StatusChip>
        ),
      },
      {
        label: 'facts',
        show: (record) => <Words record={record} />,
        csv: ({ facts }) => JSON.stringify(facts),
      },
      { label: 'reason', field: 'reason', only: 'export' },
      { label: 'ip', field: 'ip', forAdmins: true },
    ],
  },
});

function Words({ record: { facts, reason, reasonErased } }: { record: AuditRecord }) {
  const t = useText();
  return (
    <span className="grid max-w-sm min-w-48">
      {reasonErased ? (
        <span className="text-ink-soft italic">{t('console.audit.reason_erased')}</span>
      ) : null}
      {reason ? <q className="wrap-anywhere">{reason}</q> : null}
      {detailRows(facts).map(([name, value]) => (
        <span key={name} className="wrap-anywhere">
          <span className="text-ink-soft">{name}</span> {value}
        </span>
      ))}
    </span>
  );
}

/** Screens of what an entry can be about. */
const screens: Readonly<Record<string, string>> = {
  clinic: 'clinics',
  lead: 'leads',
  offer: 'offers',
  deal: 'deals',
  review: 'reviews',
  'later-review': 'later-reviews',
  patient: 'patients',
  staff: 'staff',
  setting: 'settings',
  content: 'content',
  flow: 'workflows',
};

interface ObjectLinkProps {
  readonly type: string | null;
  readonly id: string | null;
}

/** What an entry is about, with the way to it where it has a screen. */
function ObjectLink({ type, id }: ObjectLinkProps) {
  const t = useText();
  const role = useStaff()?.role;
  if (!type) return <>{t('console.none')}</>;
  const key = `console.audit.object.${type}`;
  const name = hasText(key) ? t(key) : type;
  const screen = screens[type];
  return (
    <span className="grid min-w-40">
      {screen && id && mayOpen(role, screen) ? (
        <Link className="link" to={`/admin/${screen}/${encodeURIComponent(id)}/show`}>
          {name}
        </Link>
      ) : (
        <span>{name}</span>
      )}
      {id ? <span className="break-all text-ink-soft">{id}</span> : null}
    </span>
  );
}
