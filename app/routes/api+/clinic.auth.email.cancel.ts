import { clinicCancelEmailChangeCall } from '#contracts/identity';
import { cancelEmailChange } from '#modules/identity';
import { api, endpoint } from '#app/http/api.server';

export const { loader, action } = api(
  endpoint(clinicCancelEmailChangeCall, (ctx) => cancelEmailChange(ctx)),
);
