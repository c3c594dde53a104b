import { accountPasskeyStepUpCall } from '#contracts/identity';
import { api, endpoint } from '#app/http/api.server';
import { answerPasskeyStepUp } from '#app/security/passkey-calls.server';

export const { loader, action } = api(
  endpoint(accountPasskeyStepUpCall, (ctx, { body }, http) => answerPasskeyStepUp(ctx, body, http)),
);
