import { audit } from './audit';
import { clinics } from './clinics';
import { documents } from './documents';
import { content } from './content';
import { jobs } from './jobs';
import { leads } from './leads';
import { notifications } from './notifications';
import { patients } from './patients';
import type { ConsoleResource } from './resource';
import { settings } from './settings';
import { account, staff } from './staff';
import { workflows } from './workflows';

/** Every resource of the console, in the order of the navigation. */
export const resources: readonly ConsoleResource[] = [
  clinics,
  documents,
  leads,
  patients,
  staff,
  account,
  notifications,
  workflows,
  jobs,
  audit,
  settings,
  content,
];
