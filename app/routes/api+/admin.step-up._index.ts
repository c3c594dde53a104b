import { stepUpCall } from '#contracts/identity';
import { stepUpWithCode } from '#modules/identity';
import { appendSession } from '#app/auth/cookies.server';
import { api, endpoint } from '#app/http/api.server';

export const { loader, action } = api(
  endpoint(stepUpCall, async (ctx, { body }, { headers }) => {
    const renewed = await stepUpWithCode(ctx, body.code);
    appendSession(headers, ctx.services.env, 'staff', renewed);
  }),
);
