import { z } from 'zod';
import { contentList, contentRecord } from '#contracts/content';
import { defineResource, nothing } from '../resource';

const version = z.int().min(0);

export const content = defineResource({
  name: 'content',
  list: contentList,
  record: contentRecord,
  detail: contentRecord,
  events: {
    // What a value must look like, its part knows.
    'save-draft': z.strictObject({ value: z.unknown() }),
    publish: nothing,
    'discard-draft': nothing,
    restore: z.strictObject({ version }),
    confirm: z.strictObject({ index: z.int().min(0).max(100), version: version.optional() }),
  },
});
