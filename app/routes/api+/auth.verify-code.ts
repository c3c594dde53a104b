import { verifyCodeCall } from '#contracts/identity';
import { answerVerify } from '#app/auth/code-calls.server';
import { api, endpoint } from '#app/http/api.server';

export const { loader, action } = api(
  endpoint(verifyCodeCall, async (ctx, { body }, http) => {
    const { user } = await answerVerify(ctx, 'patient', body, http);
    return { hasCompleteProfile: user !== null, user };
  }),
);
