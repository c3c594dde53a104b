import { z } from 'zod';
import { companionsPath, shareSchema, sharedPath, type SubjectKind } from '#contracts/companions';
import { removeNote, revokeShare } from '#modules/companions';
import type { Ctx } from '#platform/context';
import { ownCompanions, shareWithCompanion } from '#workflows';
import { intent, pageAction, pageLoader } from '#app/http/page.server';
import { redirect } from '#app/http/redirect';
import { cookieLine, readCookie } from '#app/http/session.server';
import { addressIn } from '#app/i18n/address';

/** By which a browser is known that has exchanged a link; one browser looks through one link at a time. */
const cookie = 'companion';

export const readCompanion = (ctx: Ctx, request: Request): string | null =>
  readCookie(ctx.services.env, request, cookie);

/** The cookie ends with the link. */
export const appendCompanion = (
  ctx: Ctx,
  headers: Headers,
  { token, maxAgeSeconds }: { token: string; maxAgeSeconds: number },
): void => headers.append('Set-Cookie', cookieLine(ctx.services.env, cookie, token, maxAgeSeconds));

/** The whole address of a link, in the language of whoever gives it. */
export const linkAddress = (ctx: Ctx, token: string): string =>
  `${ctx.services.env.PUBLIC_URL}${addressIn(ctx.locale, sharedPath)}#${token}`;

/** Of a page with the links to one thing of the acting patient. */
export const companionsLoader = (kind: SubjectKind) =>
  pageLoader('patient', async (ctx, { params }) => {
    const id = params.id ?? '';
    return { kind, id, ...(await ownCompanions(ctx, { kind, id })) };
  });

/** What its forms do. The address of a new link is in the answer to the form, and nowhere else. */
export const companionsAction = (kind: SubjectKind) =>
  pageAction('patient', {
    share: intent('patient', z.object(shareSchema.shape), async (ctx, choices, { params }) => {
      const { token } = await shareWithCompanion(ctx, { kind, id: params.id ?? '', ...choices });
      return { intent: 'share', made: linkAddress(ctx, token) };
    }),
    revoke: intent('patient', z.object({ shareId: z.string() }), async (ctx, value, { params }) => {
      await revokeShare(ctx, value);
      return redirect(companionsPath(kind, params.id ?? ''));
    }),
    'remove-note': intent(
      'patient',
      z.object({ shareId: z.string(), noteId: z.string() }),
      async (ctx, value, { params }) => {
        await removeNote(ctx, value);
        return redirect(companionsPath(kind, params.id ?? ''));
      },
    ),
  });
