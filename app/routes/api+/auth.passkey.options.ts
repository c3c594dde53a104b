import { accountPasskeySignInOptionsCall } from '#contracts/identity';
import { api, endpoint } from '#app/http/api.server';
import { answerSignInOptions } from '#app/security/passkey-calls.server';

export const { loader, action } = api(
  endpoint(accountPasskeySignInOptionsCall, (ctx, _input, http) =>
    answerSignInOptions(ctx, 'patient', http),
  ),
);
