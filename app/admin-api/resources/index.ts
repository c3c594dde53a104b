import { leads } from './leads';

/** Every resource of the console that this API answers; one that is not here is not found. */
export const resources = { leads } as const;
