import { create } from 'qrcode';
import { z } from 'zod';
import { enrolStaff, offeredEnrolment } from '#modules/identity';
import { inSeconds, minutes } from '#platform/base/duration';
import { AppError } from '#platform/base/errors';
import type { Ctx } from '#platform/context';
import { intent, pageAction, pageLoader } from '#app/http/page.server';
import { redirect } from '#app/http/redirect';
import { cookieLine, readCookie } from '#app/http/session.server';
import { textIn } from '#app/i18n/server';

/** Carries the token of the link between the two steps, so that no address of ours ever holds it. */
const cookie = 'staff-enrol';
const cookieAge = inSeconds(minutes(30));

const tokenOf = (ctx: Ctx, request: Request): string =>
  readCookie(ctx.services.env, request, cookie) ?? '';

const setCookie = (ctx: Ctx, headers: Headers, token: string): void =>
  headers.append('Set-Cookie', cookieLine(ctx.services.env, cookie, token, token ? cookieAge : 0));

/** What the browser holds a link for; null before one was opened, or when it is no longer good. */
export const enrolLoader = pageLoader('public', async (ctx, { request }) => {
  const offer = await offeredEnrolment(ctx, {
    token: tokenOf(ctx, request),
    issuer: textIn(ctx.locale)('common.brand'),
  });
  if (!offer) return { offer: null };
  const { email, name, secret, uri } = offer;
  return { offer: { email, name, secret, uri, qr: qrPicture(uri) } };
});

/** The whole link will do as well as what stands behind its `#`. */
const pasted = z
  .string('staff.error.link_missing')
  .transform((typed) => typed.trim().replace(/^.*#/s, ''))
  .pipe(z.string().min(1, 'staff.error.link_missing').max(200, 'error.invalid_invite'));

export const enrolAction = pageAction('public', {
  open: intent('public', z.object({ token: pasted }), async (ctx, { token }, { headers }) => {
    const offer = await offeredEnrolment(ctx, { token, issuer: '' });
    if (!offer) throw new AppError('invalid_invite');
    setCookie(ctx, headers, token);
    return redirect('/admin/enrol', { headers });
  }),
  enrol: intent(
    'public',
    z.object({
      password: z.string('staff.error.password_short').max(1_024, 'staff.error.password_long'),
      code: z.string('staff.error.code_wrong').max(64, 'staff.error.code_wrong'),
    }),
    async (ctx, { password, code }, { request, headers }) => {
      await enrolStaff(ctx, { token: tokenOf(ctx, request), password, code });
      setCookie(ctx, headers, '');
      return redirect('/admin/enrol/done', { headers });
    },
  ),
});

/** A QR code as one SVG path on a square of `size` modules, quiet zone included. */
interface QrPicture {
  readonly size: number;
  readonly path: string;
}

const quiet = 4;

function qrPicture(text: string): QrPicture {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules;
  const path = Array.from(data).flatMap((dark, at) =>
    dark ? [`M${(at % size) + quiet} ${Math.floor(at / size) + quiet}h1v1h-1z`] : [],
  );
  return { size: size + 2 * quiet, path: path.join('') };
}
