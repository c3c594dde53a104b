import { UserRound } from 'lucide-react';
import type { ConsoleResource } from '../resource';
import { PatientList } from './patient-list';
import { PatientShow } from './patient-show';

export const patients: ConsoleResource = {
  name: 'patients',
  group: 'people',
  icon: UserRound,
  list: PatientList,
  show: PatientShow,
};
