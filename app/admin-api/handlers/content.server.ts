import {
  confirmClaim,
  discardDraft,
  listContent,
  publishDraft,
  readContent,
  restoreVersion,
  saveDraft,
} from '#modules/content';
import { content } from '../resources/content';
import { serve } from '../serve.server';

export const contentEndpoints = serve(content, {
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
