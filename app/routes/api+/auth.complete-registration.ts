import { completeRegistrationCall } from '#contracts/identity';
import { completeRegistration } from '#modules/identity';
import { appendSession } from '#app/auth/cookies.server';
import { api, endpoint } from '#app/http/api.server';

export const { loader, action } = api(
  endpoint(completeRegistrationCall, async (ctx, { body }, { headers }) => {
    const { session, user } = await completeRegistration(ctx, body);
    appendSession(headers, ctx.services.env, 'patient', session);
    return { user };
  }),
);
