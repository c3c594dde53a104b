import { clinicPasskeyStepUpCall } from '#contracts/identity';
import { api, endpoint } from '#app/http/api.server';
import { answerPasskeyStepUp } from '#app/security/passkey-calls.server';

export const { loader, action } = api(
  endpoint(clinicPasskeyStepUpCall, (ctx, { body }, http) => answerPasskeyStepUp(ctx, body, http)),
);
