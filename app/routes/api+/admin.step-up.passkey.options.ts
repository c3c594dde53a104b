import { passkeyStepUpOptionsCall } from '#contracts/identity';
import { passkeyStepUpOptions } from '#modules/identity';
import { api, endpoint } from '#app/http/api.server';

export const { loader, action } = api(
  endpoint(passkeyStepUpOptionsCall, (ctx) => passkeyStepUpOptions(ctx)),
);
