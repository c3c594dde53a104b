import { removeClinicPasskeyCall } from '#contracts/identity';
import { removePasskeyOf } from '#modules/identity';
import { api, endpoint } from '#app/http/api.server';

export const { loader, action } = api(
  endpoint(removeClinicPasskeyCall, (ctx, { params }) => removePasskeyOf(ctx, params)),
);
