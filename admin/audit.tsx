import { ScrollText } from 'lucide-react';
import { useGetList } from 'react-admin';
import { Link } from 'react-router-dom';
import type { StaffRecord } from '#contracts/identity';
import type { AuditRecord } from '#platform/lists/console-records';
import { ActorName } from './components/actor-name';
import { ConsoleList } from './components/console-list';
import type { CsvColumn } from './components/csv';
import { factRows } from './components/panel';
import type { FilterChoice, ListFilter } from './components/filter-bar';
import type { Column } from './components/list-table';
import { StatusChip, type Tone } from './components/status-chip';
import { When } from './components/times';
import { mayOpen } from './may-open';
import { useStaff } from './providers/auth-provider';
import type { ConsoleResource } from './resource';
import { hasText, text, useText, type Text } from './text';

export const audit: ConsoleResource = {
  name: 'audit',
  group: 'system',
  icon: ScrollText,
  list: AuditList,
};

const latestFirst = { field: 'id', order: 'DESC' } as const;
const tones: Record<AuditRecord['outcome'], Tone> = { ok: 'ok', refused: 'warn', failed: 'danger' };

/** Who did and who looked at what: the log that nobody can change. */
function AuditList() {
  const t = useText();
  const isAdmin = useStaff()?.role === 'admin';
  const staff = useStaffChoices();
  const saved = [
    { label: t('console.audit.all'), filter: {}, sort: latestFirst },
    { label: t('console.audit.refused'), filter: { outcome: 'refused' }, sort: latestFirst },
    { label: t('console.audit.break_glass'), filter: { breakGlass: true }, sort: latestFirst },
  ];
  return (
    <ConsoleList<AuditRecord>
      columns={columnsOf(t, isAdmin)}
      filters={filtersOf(t, staff)}
      saved={saved}
      csv={isAdmin ? auditCsv : undefined}
      sort={latestFirst}
      opens={false}
    />
  );
}

const columnsOf = (t: Text, isAdmin: boolean): Column<AuditRecord>[] => [
  { key: 'at', label: t('console.audit.at'), sort: 'at', render: ({ at }) => <When at={at} /> },
  {
    key: 'actor',
    label: t('console.audit.actor'),
    render: ({ actor }) => <ActorName actor={actor} />,
  },
  {
    key: 'action',
    label: t('console.audit.action'),
    render: ({ action }) => <span className="font-semibold break-words">{action}</span>,
  },
  {
    key: 'object',
    label: t('console.audit.about'),
    render: ({ objectType, objectId }) => <ObjectLink type={objectType} id={objectId} />,
  },
  {
    key: 'outcome',
    label: t('console.audit.outcome'),
    render: ({ outcome }) => (
      <StatusChip tone={tones[outcome]}>{t(`console.audit.outcome_of.${outcome}`)}</StatusChip>
    ),
  },
  { key: 'facts', label: t('console.audit.facts'), render: (record) => <Words record={record} /> },
  ...(isAdmin
    ? [{ key: 'ip', label: t('console.audit.ip'), render: ({ ip }: AuditRecord) => ip }]
    : []),
];

function Words({ record: { facts, reason, reasonErased } }: { record: AuditRecord }) {
  const t = useText();
  return (
    <span className="grid max-w-sm min-w-48">
      {reasonErased ? (
        <span className="text-ink-soft italic">{t('console.audit.reason_erased')}</span>
      ) : null}
      {reason ? <q className="wrap-anywhere">{reason}</q> : null}
      {factRows(facts).map(([name, value]) => (
        <span key={name} className="wrap-anywhere">
          <span className="text-ink-soft">{name}</span> {value}
        </span>
      ))}
    </span>
  );
}

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

const filtersOf = (t: Text, staff: readonly FilterChoice[]): ListFilter[] => [
  { source: 'q', label: t('console.audit.search') },
  {
    source: 'objectType',
    label: t('console.audit.about'),
    choices: objectTypes.map((id) => ({ id, name: t(`console.audit.object.${id}`) })),
  },
  { source: 'objectId', label: t('console.audit.object_id') },
  { source: 'actor', label: t('console.audit.by'), choices: staff },
  { source: 'action', label: t('console.audit.action') },
  {
    source: 'outcome',
    label: t('console.audit.outcome'),
    choices: ['ok', 'refused', 'failed'].map((id) => ({
      id,
      name: t(`console.audit.outcome_of.${id}`),
    })),
  },
  { source: 'from', label: t('console.audit.from'), date: 'start' },
  { source: 'to', label: t('console.audit.to'), date: 'end' },
];

/** Screens of what an entry can be about. */
const screens: Readonly<Record<string, string>> = {
  clinic: 'clinics',
  lead: 'leads',
  offer: 'offers',
  deal: 'deals',
  review: 'reviews',
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

const most = 100;

/** The team by name, as the log writes who did something. */
function useStaffChoices(): FilterChoice[] {
  const { data = [] } = useGetList<StaffRecord>(
    'staff',
    { sort: { field: 'name', order: 'ASC' }, pagination: { page: 1, perPage: most } },
    { retry: false },
  );
  return data.map(({ id, name }) => ({ id, name, value: `staff:${id}` }));
}

/** The log as a table; who by id, as names change. */
const auditCsv: readonly CsvColumn<AuditRecord>[] = [
  { label: text('console.audit.number'), value: ({ id }) => id },
  { label: text('console.audit.at'), value: ({ at }) => at },
  { label: text('console.audit.actor'), value: ({ actor }) => actor },
  { label: text('console.audit.action'), value: ({ action }) => action },
  { label: text('console.audit.object_type'), value: ({ objectType }) => objectType },
  { label: text('console.audit.object_id'), value: ({ objectId }) => objectId },
  { label: text('console.audit.outcome'), value: ({ outcome }) => outcome },
  { label: text('console.audit.facts'), value: ({ facts }) => JSON.stringify(facts) },
  { label: text('console.audit.reason'), value: ({ reason }) => reason },
  { label: text('console.audit.ip'), value: ({ ip }) => ip },
];
