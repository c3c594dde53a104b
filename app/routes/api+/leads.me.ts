import { ownLeadsCall } from '#contracts/leads';
import { listLeads } from '#modules/leads';
import { api, endpoint } from '#app/http/api.server';

export const { loader, action } = api(
  endpoint(ownLeadsCall, async (ctx, { query }) => {
    const { leads, nextCursor } = await listLeads(ctx, query);
    return { leads, requests: leads, nextCursor };
  }),
);
