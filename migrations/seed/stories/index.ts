import { chosen } from './chosen';
import { pastTreatments } from './past-treatments';
import { requests } from './requests';
import type { Story } from './story';
import { treated } from './treated';

/** What happened in the demo, oldest first as far as clinics are known by it. */
export const stories: readonly Story[] = [...pastTreatments, ...treated, ...chosen, ...requests];
