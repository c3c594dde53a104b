import { removePasskeyCall } from '#contracts/identity';
import { removePasskey } from '#modules/identity';
import { api, endpoint } from '#app/http/api.server';

export const { loader, action } = api(
  endpoint(removePasskeyCall, (ctx, { params }) => removePasskey(ctx, params)),
);
