import { resendCodeCall } from '#contracts/identity';
import { answerResend, withWorkAsked } from '#app/auth/code-calls.server';
import { api, endpoint } from '#app/http/api.server';

export const { loader, action } = api(
  endpoint(resendCodeCall, (ctx, { body }, http) =>
    withWorkAsked(ctx, http, answerResend(ctx, 'patient', body, http)),
  ),
);
