import { accountPasskeySignInCall } from '#contracts/identity';
import { api, endpoint } from '#app/http/api.server';
import { answerPasskey } from '#app/security/passkey-calls.server';

export const { loader, action } = api(
  endpoint(accountPasskeySignInCall, async (ctx, { body }, http) => {
    const { user } = await answerPasskey(ctx, 'patient', body, http);
    return { hasCompleteProfile: user !== null, user };
  }),
);
