import { clinicConfirmEmailCall } from '#contracts/identity';
import { api, endpoint } from '#app/http/api.server';
import { confirmEmail } from '#workflows';

export const { loader, action } = api(
  endpoint(clinicConfirmEmailCall, (ctx, { body }) => confirmEmail(ctx, body)),
);
