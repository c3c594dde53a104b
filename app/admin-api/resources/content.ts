import { z } from 'zod';
import { contentList, contentRecord } from '#contracts/content';
import { storableInt } from '#platform/whole-number';
import { defineResource, nothing } from '../resource';

const version = storableInt();

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
