import { updateProfileCall } from '#contracts/identity';
import { updateProfile } from '#modules/identity';
import { api, endpoint } from '#app/http/api.server';

export const { loader, action } = api(
  endpoint(updateProfileCall, (ctx, { body }) => updateProfile(ctx, body)),
);
