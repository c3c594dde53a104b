import { ShieldUser } from 'lucide-react';
import { staffRoles, staffStates, type StaffRecord } from '#contracts/identity';
import { ConsoleList } from './components/console-list';
import type { CsvColumn } from './components/csv';
import type { ListFilter } from './components/filter-bar';
import type { Column } from './components/list-table';
import { When } from './components/times';
import type { ConsoleResource } from './resource';
import { StaffShow, StaffState } from './staff/page';
import { text, useText, type Text } from './text';
import { AddStaff } from './staff/add';

export const staff: ConsoleResource = {
  name: 'staff',
  group: 'people',
  icon: ShieldUser,
  list: StaffList,
  show: StaffShow,
};

const csv: readonly CsvColumn<StaffRecord>[] = [
  { label: text('console.staff.name'), value: ({ name }) => name },
  { label: text('console.staff.email'), value: ({ email }) => email },
  { label: text('console.staff.role'), value: ({ role }) => role },
  { label: text('console.staff.state'), value: ({ state }) => state },
  { label: text('console.staff.created'), value: ({ createdAt }) => createdAt },
  { label: text('console.staff.last_sign_in'), value: ({ lastSignInAt }) => lastSignInAt },
];

/** Accounts of the team. */
function StaffList() {
  const t = useText();
  return (
    <ConsoleList<StaffRecord>
      columns={columnsOf(t)}
      filters={filtersOf(t)}
      csv={csv}
      sort={{ field: 'name', order: 'ASC' }}
      actions={<AddStaff />}
    />
  );
}

const columnsOf = (t: Text): Column<StaffRecord>[] => [
  { key: 'name', label: t('console.staff.name'), sort: 'name', render: ({ name }) => name },
  {
    key: 'email',
    label: t('console.staff.email'),
    sort: 'email',
    render: ({ email }) => <span className="break-all">{email}</span>,
  },
  {
    key: 'role',
    label: t('console.staff.role'),
    sort: 'role',
    render: ({ role }) => (role ? t(`console.role.${role}`) : null),
  },
  {
    key: 'state',
    label: t('console.staff.state'),
    render: ({ state }) => <StaffState state={state} />,
  },
  {
    key: 'last',
    label: t('console.staff.last_sign_in'),
    sort: 'lastSignInAt',
    render: ({ lastSignInAt }) =>
      lastSignInAt ? <When at={lastSignInAt} /> : t('console.staff.never'),
  },
  {
    key: 'created',
    label: t('console.staff.created'),
    sort: 'createdAt',
    render: ({ createdAt }) => <When at={createdAt} format="date" />,
  },
];

const filtersOf = (t: Text): ListFilter[] => [
  { source: 'q', label: t('console.staff.search') },
  {
    source: 'role',
    label: t('console.staff.role'),
    choices: staffRoles.map((id) => ({ id, name: t(`console.role.${id}`) })),
  },
  {
    source: 'state',
    label: t('console.staff.state'),
    choices: staffStates.map((id) => ({ id, name: t(`console.staff.state_of.${id}`) })),
  },
];
