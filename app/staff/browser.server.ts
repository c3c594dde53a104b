import { readCookie } from '#app/http/session.server';
import type { Http } from '#app/http/api.server';
import type { Ctx } from '#platform/context';

/** What a sign-in of staff needs to know of the browser that asks. */
export const staffBrowser = (ctx: Ctx, { request }: Pick<Http, 'request'>) => ({
  userAgent: request.headers.get('User-Agent'),
  sessionToken: readCookie(ctx.services.env, request, 'staff'),
});
