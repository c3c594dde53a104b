import { chosen } from './chosen';
import { pastTreatments } from './past-treatments';
import { pastYears } from './past-years';
import { requests } from './requests';
import type { Story } from './story';
import { treated } from './treated';

/** What happened in the demo, oldest first as far as clinics are known by it. */
export const stories: readonly Story[] = [
  ...pastYears,
  ...pastTreatments,
  ...treated,
  ...chosen,
  ...requests,
];
