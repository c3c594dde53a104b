import { ShieldUser } from 'lucide-react';
import { staffRoles, staffStates, type StaffRecord } from '#contracts/identity';
import { search } from './components/console-list';
import { When } from './components/times';
import { ascending } from './components/views';
import { resourceOf } from './resource';
import { AddStaff } from './staff/add';
import { StaffPage, StaffState } from './staff/page';
import { text } from './text';

/** Accounts of the team. */
export const staff = resourceOf<StaffRecord>({
  name: 'staff',
  group: 'people',
  icon: ShieldUser,
  page: StaffPage,
  list: {
    sort: ascending('name'),
    filters: [
      search,
      { source: 'role', label: 'role', ids: staffRoles, words: 'console.role' },
      { source: 'state', label: 'state', ids: staffStates, words: 'state_of' },
    ],
    exports: 'all',
    columns: [
      { label: 'name', field: 'name', sort: true },
      {
        label: 'email',
        field: 'email',
        sort: true,
        show: ({ email }) => <span className="break-all">{email}</span>,
      },
      {
        label: 'role',
        field: 'role',
        sort: true,
        show: ({ role }) => (role ? text(`console.role.${role}`) : null),
      },
      { label: 'state', field: 'state', show: ({ state }) => <StaffState state={state} /> },
      { label: 'created', field: 'createdAt', only: 'export' },
      {
        label: 'last_sign_in',
        field: 'lastSignInAt',
        sort: true,
        show: ({ lastSignInAt: at }) => (at ? <When at={at} /> : text('console.staff.never')),
      },
      { label: 'created', field: 'createdAt', as: 'date', sort: true, only: 'list' },
    ],
    actions: <AddStaff />,
  },
});
