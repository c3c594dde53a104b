import { staffLogoutCall } from '#contracts/identity';
import { signOutStaff } from '#modules/identity';
import { dropSession } from '#app/auth/cookies.server';
import { api, endpoint } from '#app/http/api.server';
import { readCookie } from '#app/http/session.server';

export const { loader, action } = api(
  endpoint(staffLogoutCall, async (ctx, _input, { request, headers }) => {
    const { env } = ctx.services;
    await signOutStaff(ctx, readCookie(env, request, 'staff'));
    dropSession(headers, env, 'staff');
    headers.set('Clear-Site-Data', '"cache"');
  }),
);
