import { passkeySignInCall } from '#contracts/identity';
import { signInWithPasskey } from '#modules/identity';
import { appendSession } from '#app/auth/cookies.server';
import { api, endpoint } from '#app/http/api.server';
import { staffBrowser } from '#app/staff/browser.server';

export const { loader, action } = api(
  endpoint(passkeySignInCall, async (ctx, { body }, http) => {
    const session = await signInWithPasskey(ctx, body, staffBrowser(ctx, http));
    appendSession(http.headers, ctx.services.env, 'staff', session);
  }),
);
