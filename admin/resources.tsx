import { clinics } from './clinics';
import type { ConsoleResource } from './resource';

/** Every resource of the console, in the order of the navigation. */
export const resources: readonly ConsoleResource[] = [clinics];
