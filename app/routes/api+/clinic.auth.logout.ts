import { clinicLogoutCall } from '#contracts/identity';
import { answerLogout } from '#app/auth/code-calls.server';
import { api, endpoint } from '#app/http/api.server';

export const { loader, action } = api(
  endpoint(clinicLogoutCall, (ctx, _input, http) => answerLogout(ctx, 'clinic', http)),
);
