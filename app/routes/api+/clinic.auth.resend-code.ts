import { clinicResendCodeCall } from '#contracts/identity';
import { answerResend, withWorkAsked } from '#app/auth/code-calls.server';
import { api, endpoint } from '#app/http/api.server';

export const { loader, action } = api(
  endpoint(clinicResendCodeCall, (ctx, { body }, http) =>
    withWorkAsked(ctx, http, answerResend(ctx, 'clinic', body, http)),
  ),
);
