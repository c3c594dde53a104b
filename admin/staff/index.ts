import { KeyRound, ShieldUser } from 'lucide-react';
import type { ConsoleResource } from '../resource';
import { AccountPage } from './account-page';
import { StaffList } from './staff-list';
import { StaffShow } from './staff-show';

export const staff: ConsoleResource = {
  name: 'staff',
  group: 'people',
  icon: ShieldUser,
  list: StaffList,
  show: StaffShow,
};

/** One's own sessions and passkeys; no resource of the API. */
export const account: ConsoleResource = {
  name: 'account',
  group: 'people',
  icon: KeyRound,
  list: AccountPage,
};
