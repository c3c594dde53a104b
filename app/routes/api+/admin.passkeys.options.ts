import { passkeyOptionsCall } from '#contracts/identity';
import { passkeyRegistrationOptions } from '#modules/identity';
import { api, endpoint } from '#app/http/api.server';
import { text } from '#app/i18n/server';

export const { loader, action } = api(
  endpoint(passkeyOptionsCall, (ctx) => passkeyRegistrationOptions(ctx, text('common.brand'))),
);
