import { z } from 'zod';
import { defineSetting } from '#platform/settings';

/** What the documents of one clinic may take in the store. */
export const documentQuota = defineSetting({
  key: 'clinic-onboarding.document-quota',
  schema: z.strictObject({ bytes: z.int().positive(), files: z.int().positive() }),
  defaults: () => ({ bytes: 200 * 1024 * 1024, files: 60 }),
});

/** Documents one clinic may send in ten minutes, accepted or not. One person plays many in the demo. */
export const documentsPerTenMinutes = defineSetting({
  key: 'clinic-onboarding.documents-per-ten-minutes',
  schema: z.int().positive(),
  defaults: (mode) => (mode === 'demo' ? 2_000 : 20),
});

/** Days after which documents of a phone that never registered a clinic are removed. */
export const looseDocumentDays = defineSetting({
  key: 'clinic-onboarding.loose-document-days',
  schema: z.int().positive(),
  defaults: () => 30,
});

/** Days after its rejection for which a clinic's documents are kept (security 81). */
export const rejectedDocumentDays = defineSetting({
  key: 'clinic-onboarding.rejected-document-days',
  schema: z.int().positive(),
  defaults: () => 183,
});
