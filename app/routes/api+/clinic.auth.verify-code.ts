import { clinicVerifyCodeCall } from '#contracts/identity';
import { answerVerify } from '#app/auth/code-calls.server';
import { api, endpoint } from '#app/http/api.server';

export const { loader, action } = api(
  endpoint(clinicVerifyCodeCall, async (ctx, { body }, http) => {
    await answerVerify(ctx, 'clinic', body, http);
    return { hasCompleteProfile: false, clinic: null, approvalStatus: 'pending' as const };
  }),
);
