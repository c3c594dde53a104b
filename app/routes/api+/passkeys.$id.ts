import { removeAccountPasskeyCall } from '#contracts/identity';
import { removePasskeyOf } from '#modules/identity';
import { api, endpoint } from '#app/http/api.server';

export const { loader, action } = api(
  endpoint(removeAccountPasskeyCall, (ctx, { params }) => removePasskeyOf(ctx, params)),
);
