import { clinicLeadsCall } from '#contracts/leads';
import { browseLeads } from '#workflows';
import { api, endpoint } from '#app/http/api.server';

export const { loader, action } = api(
  endpoint(clinicLeadsCall, async (ctx, { query }) => {
    const { reach: _reach, ...page } = await browseLeads(ctx, query);
    return page;
  }),
);
