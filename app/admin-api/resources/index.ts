import { notifications } from './notifications';
import { documents } from './documents';
import { clinics } from './clinics';
import { content } from './content';
import { settings } from './settings';
import { patients } from './patients';
import { audit } from './audit';
import { jobs } from './jobs';
import { leads } from './leads';
import { staff } from './staff';
import { workflows } from './workflows';

/** Every resource of the console that this API answers; one that is not here is not found. */
export const resources = {
  leads,
  workflows,
  staff,
  jobs,
  audit,
  patients,
  settings,
  content,
  clinics,
  documents,
  notifications,
} as const;
