import { clinicSendCodeCall } from '#contracts/identity';
import { answerSend } from '#app/auth/code-calls.server';
import { api, endpoint } from '#app/http/api.server';

export const { loader, action } = api(
  endpoint(clinicSendCodeCall, (ctx, { body }, http) =>
    answerSend(ctx, 'clinic', body.phoneNumber, http),
  ),
);
