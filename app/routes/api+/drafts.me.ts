import { discardDraftCall, putDraftCall, readDraftCall } from '#contracts/consultation';
import { discardDraft, putDraft, readDraft } from '#modules/consultation';
import { api, endpoint } from '#app/http/api.server';

export const { loader, action } = api(
  endpoint(readDraftCall, async (ctx) => ({ draft: await readDraft(ctx) })),
  endpoint(putDraftCall, async (ctx, { body }) => ({ draft: await putDraft(ctx, body) })),
  endpoint(discardDraftCall, (ctx) => discardDraft(ctx)),
);
