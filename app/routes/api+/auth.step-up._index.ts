import { accountStepUpCall } from '#contracts/identity';
import { api, endpoint } from '#app/http/api.server';
import { answerStepUp } from '#app/security/step-up-calls.server';

export const { loader, action } = api(
  endpoint(accountStepUpCall, (ctx, { body }, http) => answerStepUp(ctx, body, http)),
);
