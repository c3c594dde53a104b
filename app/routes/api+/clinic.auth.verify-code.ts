import { clinicVerifyCodeCall } from '#contracts/clinic-onboarding';
import { answerVerify } from '#app/auth/code-calls.server';
import { clinicSignInAnswer } from '#app/clinic/sign-in-answer.server';
import { api, endpoint } from '#app/http/api.server';

export const { loader, action } = api(
  endpoint(clinicVerifyCodeCall, async (ctx, { body }, http) =>
    clinicSignInAnswer(ctx, await answerVerify(ctx, 'clinic', body, http)),
  ),
);
