import { stepUpSendCodeCall } from '#contracts/identity';
import { api, endpoint } from '#app/http/api.server';
import { answerSendStepUp } from '#app/security/step-up-calls.server';

export const { loader, action } = api(
  endpoint(stepUpSendCodeCall, (ctx, _input, http) => answerSendStepUp(ctx, http)),
);
