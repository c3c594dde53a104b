import { staffSignInCall } from '#contracts/identity';
import { signInStaff } from '#modules/identity';
import { appendSession } from '#app/auth/cookies.server';
import { api, endpoint } from '#app/http/api.server';
import { staffBrowser } from '#app/staff/browser.server';

export const { loader, action } = api(
  endpoint(staffSignInCall, async (ctx, { body }, http) => {
    const session = await signInStaff(ctx, body, staffBrowser(ctx, http));
    appendSession(http.headers, ctx.services.env, 'staff', session);
  }),
);
