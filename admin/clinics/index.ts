import { Building2 } from 'lucide-react';
import type { ConsoleResource } from '../resource';
import { ClinicList } from './clinic-list';
import { ClinicShow } from './clinic-show';

export const clinics: ConsoleResource = {
  name: 'clinics',
  group: 'clinics',
  icon: Building2,
  list: ClinicList,
  show: ClinicShow,
};
