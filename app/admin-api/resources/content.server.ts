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
import { storableInt } from '#platform/base/whole-number';
import { defineResource } from '../resource';
import { serve } from '../serve.server';

const version = storableInt();
const edition = z.string().max(100).optional();
/** What the sender looked at. */
const seen = { version: version.optional(), edition };

const resource = defineResource({
  name: 'content',
  list: contentList,
  record: contentRecord,
  detail: contentRecord,
  events: {
    // What a value must look like, its part knows.
    'save-draft': z.strictObject({ value: z.unknown(), ...seen }),
    publish: z.strictObject(seen),
    'discard-draft': z.strictObject(seen),
    restore: z.strictObject({ version, edition }),
    confirm: z.strictObject({ index: z.int().min(0).max(100), version: version.optional() }),
  },
});

export const content = serve(resource, {
  list: listContent,
  record: readContent,
  events: {
    'save-draft': (ctx, { id, body }) => saveDraft(ctx, { ...body, key: id, value: body.value }),
    publish: (ctx, { id, body }) => publishDraft(ctx, { ...body, key: id }),
    'discard-draft': (ctx, { id, body }) => discardDraft(ctx, { ...body, key: id }),
    restore: (ctx, { id, body }) => restoreVersion(ctx, { key: id, ...body }),
    confirm: (ctx, { id, body }) => confirmClaim(ctx, { key: id, ...body }),
  },
});
