import { clinicPasskeyOptionsCall } from '#contracts/identity';
import { api, endpoint } from '#app/http/api.server';
import { answerMakeOptions } from '#app/security/passkey-calls.server';

export const { loader, action } = api(
  endpoint(clinicPasskeyOptionsCall, (ctx, _input, http) => answerMakeOptions(ctx, http)),
);
