import { cancelEmailChangeCall } from '#contracts/identity';
import { cancelEmailChange } from '#modules/identity';
import { api, endpoint } from '#app/http/api.server';

export const { loader, action } = api(
  endpoint(cancelEmailChangeCall, (ctx) => cancelEmailChange(ctx)),
);
