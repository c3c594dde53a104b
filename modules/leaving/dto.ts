import { z } from 'zod';
import { archiveStatuses } from './status';

export const archiveDto = z.strictObject({
  _id: z.uuid(),
  status: z.enum(archiveStatuses),
  askedAt: z.iso.datetime(),
  /** Until when it waits for its one download; null unless it is ready. */
  until: z.iso.datetime().nullable(),
  bytes: z.int().nullable(),
});
export type ArchiveDto = z.output<typeof archiveDto>;
