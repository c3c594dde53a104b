import { clinicPasskeyStepUpOptionsCall } from '#contracts/identity';
import { api, endpoint } from '#app/http/api.server';
import { answerStepUpOptions } from '#app/security/passkey-calls.server';

export const { loader, action } = api(
  endpoint(clinicPasskeyStepUpOptionsCall, (ctx, _input, http) => answerStepUpOptions(ctx, http)),
);
