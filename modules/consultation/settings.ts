import { z } from 'zod';
import { defineSetting } from '#platform/settings';

/** What one patient's photos may take in the store, all sizes together. */
export const photoQuota = defineSetting({
  key: 'consultation.photo-quota',
  schema: z.strictObject({ bytes: z.int().positive(), files: z.int().positive() }),
  defaults: () => ({ bytes: 200 * 1024 * 1024, files: 60 }),
});

/** Photos one patient may send in ten minutes, accepted or not: ten, twice. One person plays many in the demo. */
export const uploadsPerTenMinutes = defineSetting({
  key: 'consultation.uploads-per-ten-minutes',
  schema: z.int().positive(),
  defaults: (mode) => (mode === 'demo' ? 2_000 : 20),
});

/** Days after which photos that belong to no request, and drafts nobody came back to, are removed. */
export const unattachedDays = defineSetting({
  key: 'consultation.unattached-days',
  schema: z.int().positive(),
  defaults: () => 30,
});
