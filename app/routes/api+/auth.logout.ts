import { logoutCall } from '#contracts/identity';
import { answerLogout } from '#app/auth/code-calls.server';
import { api, endpoint } from '#app/http/api.server';

export const { loader, action } = api(
  endpoint(logoutCall, (ctx, _input, http) => answerLogout(ctx, 'patient', http)),
);
