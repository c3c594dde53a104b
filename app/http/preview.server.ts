import { resolveSession } from '#modules/identity';
import type { Ctx } from '#platform/context';
import { readCookie } from '#app/http/session.server';

/**
 * Whether drafts of the site's content are to be shown: asked for by `/?preview=draft`, and by staff who are
 * signed in. Everybody else sees the site as it is.
 */
export async function previewsDraft(ctx: Ctx, request: Request): Promise<boolean> {
  const { pathname, searchParams } = new URL(request.url);
  if (pathname !== '/' || searchParams.get('preview') !== 'draft') return false;
  const token = readCookie(ctx.services.env, request, 'staff');
  if (!token) return false;
  const actor = await resolveSession(ctx, { principal: 'staff', token, renew: false });
  return actor?.kind === 'staff';
}
