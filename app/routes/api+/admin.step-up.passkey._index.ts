import { passkeyStepUpCall } from '#contracts/identity';
import { stepUpWithPasskey } from '#modules/identity';
import { appendSession } from '#app/auth/cookies.server';
import { api, endpoint } from '#app/http/api.server';

export const { loader, action } = api(
  endpoint(passkeyStepUpCall, async (ctx, { body }, { headers }) => {
    const renewed = await stepUpWithPasskey(ctx, body);
    appendSession(headers, ctx.services.env, 'staff', renewed);
  }),
);
