import { passkeySignInOptionsCall } from '#contracts/identity';
import { passkeySignInOptions } from '#modules/identity';
import { api, endpoint } from '#app/http/api.server';

export const { loader, action } = api(
  endpoint(passkeySignInOptionsCall, (ctx) => passkeySignInOptions(ctx)),
);
