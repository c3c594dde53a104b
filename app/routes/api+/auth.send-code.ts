import { sendCodeCall } from '#contracts/identity';
import { answerSend, withWorkAsked } from '#app/auth/code-calls.server';
import { api, endpoint } from '#app/http/api.server';

export const { loader, action } = api(
  endpoint(sendCodeCall, (ctx, { body }, http) =>
    withWorkAsked(ctx, http, answerSend(ctx, 'patient', body, http)),
  ),
);
