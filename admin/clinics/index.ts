import { Building2 } from 'lucide-react';
import type { ConsoleResource } from '../resource';
import { ClinicList } from './clinic-list';

export const clinics: ConsoleResource = {
  name: 'clinics',
  group: 'clinics',
  icon: Building2,
  list: ClinicList,
};
