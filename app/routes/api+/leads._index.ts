import { submitLeadCall } from '#contracts/leads';
import { requireOwnPhone } from '#modules/identity';
import { idFromName, newId } from '#platform/ids';
import { submitRequest } from '#workflows';
import { api, endpoint, Reply } from '#app/http/api.server';

export const { loader, action } = api(
  endpoint(submitLeadCall, async (ctx, { body }, { request }) => {
    const { phoneNumber, ...fields } = body;
    await requireOwnPhone(ctx, phoneNumber);
    const key = request.headers.get('Idempotency-Key');
    const leadId = key ? idFromName(`leads.submit:${ctx.actor.id}:${key}`) : newId();
    const { lead, repeated } = await submitRequest(ctx, { from: 'fields', leadId, fields });
    return new Reply(lead, { status: repeated ? 200 : 201 });
  }),
);
