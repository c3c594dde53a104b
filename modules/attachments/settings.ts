import { z } from 'zod';
import { defineSetting } from '#platform/settings';

/** What one person's files may take in the store that belong to no offer and no message yet. */
export const attachmentQuota = defineSetting({
  key: 'attachments.quota',
  schema: z.strictObject({ bytes: z.int().positive(), files: z.int().positive() }),
  defaults: () => ({ bytes: 200 * 1024 * 1024, files: 60 }),
});

/** Files one person may send in ten minutes, accepted or not. One person plays many in the demo. */
export const attachmentsPerTenMinutes = defineSetting({
  key: 'attachments.per-ten-minutes',
  schema: z.int().positive(),
  defaults: (mode) => (mode === 'demo' ? 2_000 : 30),
});
