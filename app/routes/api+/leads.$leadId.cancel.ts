import { cancelLeadCall } from '#contracts/leads';
import { cancelLead } from '#modules/leads';
import { api, endpoint } from '#app/http/api.server';

export const { loader, action } = api(
  endpoint(cancelLeadCall, async (ctx, { params, body }) => ({
    lead: await cancelLead(ctx, { ...params, ...body }),
  })),
);
