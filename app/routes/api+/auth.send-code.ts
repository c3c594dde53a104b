import { sendCodeCall } from '#contracts/identity';
import { answerSend } from '#app/auth/code-calls.server';
import { api, endpoint } from '#app/http/api.server';

export const { loader, action } = api(
  endpoint(sendCodeCall, (ctx, { body }, http) =>
    answerSend(ctx, 'patient', body.phoneNumber, http),
  ),
);
