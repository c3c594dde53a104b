import { submitLeadCall } from '#contracts/leads';
import { requireOwnPhone } from '#modules/identity';
import { readLead } from '#modules/leads';
import { submitRequest } from '#workflows';
import { api, endpoint } from '#app/http/api.server';
import { idempotent } from '#app/http/idempotent.server';

export const { loader, action } = api(
  endpoint(submitLeadCall, async (ctx, { body }, http) => {
    const { phoneNumber, ...fields } = body;
    await requireOwnPhone(ctx, phoneNumber);
    return idempotent(
      ctx,
      { call: submitLeadCall, input: body, http },
      {
        make: async (tx, leadId) => {
          const { lead } = await submitRequest(tx, { from: 'fields', leadId, fields });
          return { id: leadId, data: lead };
        },
        read: async (reader, leadId) => (await readLead(reader, { leadId })).lead,
      },
    );
  }),
);
