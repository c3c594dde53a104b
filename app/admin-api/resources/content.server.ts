import { z } from 'zod';
import { contentList, contentRecord } from '#contracts/content';
import {
  confirmClaim,
  discardDraft,
  listContent,
  publishDraft,
  readContent,
  restoreVersion,
  saveDraft,
} from '#modules/content';
import { storableInt } from '#platform/whole-number';
import { defineResource, nothing } from '../resource';
import { serve } from '../serve.server';

const version = storableInt();

const resource = defineResource({
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

export const content = serve(resource, {
  list: listContent,
  record: readContent,
  events: {
    'save-draft': (ctx, { id, body }) => saveDraft(ctx, { key: id, value: body.value }),
    publish: (ctx, { id }) => publishDraft(ctx, { key: id }),
    'discard-draft': (ctx, { id }) => discardDraft(ctx, { key: id }),
    restore: (ctx, { id, body }) => restoreVersion(ctx, { key: id, ...body }),
    confirm: (ctx, { id, body }) => confirmClaim(ctx, { key: id, ...body }),
  },
});
