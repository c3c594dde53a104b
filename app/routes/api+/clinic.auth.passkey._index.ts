import { clinicPasskeySignInCall } from '#contracts/clinic-onboarding';
import { api, endpoint } from '#app/http/api.server';
import { clinicSignInAnswer } from '#app/clinic/sign-in-answer.server';
import { answerPasskey } from '#app/security/passkey-calls.server';

export const { loader, action } = api(
  endpoint(clinicPasskeySignInCall, async (ctx, { body }, http) =>
    clinicSignInAnswer(ctx, await answerPasskey(ctx, 'clinic', body, http)),
  ),
);
