import { resendCodeCall } from '#contracts/identity';
import { answerResend } from '#app/auth/code-calls.server';
import { api, endpoint } from '#app/http/api.server';

export const { loader, action } = api(
  endpoint(resendCodeCall, (ctx, { body }, http) =>
    answerResend(ctx, 'patient', body.phoneNumber, http),
  ),
);
