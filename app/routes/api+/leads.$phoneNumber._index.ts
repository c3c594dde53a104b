import { leadsOfPhoneCall } from '#contracts/leads';
import { requireOwnPhone } from '#modules/identity';
import { listLeads } from '#modules/leads';
import { api, endpoint } from '#app/http/api.server';

export const { loader, action } = api(
  endpoint(leadsOfPhoneCall, async (ctx, { params, query }) => {
    await requireOwnPhone(ctx, params.phoneNumber);
    const { leads, nextCursor } = await listLeads(ctx, query);
    return { leads, requests: leads, nextCursor };
  }),
);
