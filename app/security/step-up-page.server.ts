import { z } from 'zod';
import { showPhone } from '#contracts/identity';
import { ownPasskeysOf, stepUpState } from '#modules/identity';
import { atCode } from '#app/auth/code-failure.server';
import { safeRedirect } from '#app/auth/safe-redirect';
import { intent, pageAction, type PageArgs, pageLoader } from '#app/http/page.server';
import { redirect } from '#app/http/redirect';
import { sessionTokenOf, type AccountCtx } from './account-browser.server';
import { homeOfAccount, type AccountRole } from '../auth/security-paths';
import { answerSendStepUp, answerStepUp } from './step-up-calls.server';

const targetOf = (role: AccountRole, { url }: Pick<PageArgs, 'url'>): string =>
  safeRedirect(url.searchParams.get('redirectTo'), homeOfAccount[role].security);

/** Asks for a fresh code or passkey, then goes on to where it was needed. */
export const stepUpLoader = (role: AccountRole) =>
  pageLoader(role, async (given, page) => {
    const ctx: AccountCtx = given;
    const state = await stepUpState(ctx, { sessionToken: sessionTokenOf(ctx, page) });
    const to = targetOf(role, page);
    if (state.fresh) throw redirect(to);
    const passkeys = await ownPasskeysOf(ctx);
    return { role, to, ...state, phone: showPhone(ctx.actor.phone), passkeys: passkeys.length };
  });

const codeSchema = z.object({ code: z.string('auth.error.code_incomplete') });

async function send(ctx: AccountCtx, _value: object, page: PageArgs): Promise<Response> {
  await answerSendStepUp(ctx, page);
  return redirect(page.url.pathname + page.url.search, { headers: page.headers });
}

export const stepUpAction = (role: AccountRole) =>
  pageAction(role, {
    send: intent(role, z.object({}), send),
    resend: intent(role, z.object({}), send),
    verify: intent(role, codeSchema, async (given, { code }, page) => {
      const ctx: AccountCtx = given;
      await answerStepUp(ctx, { otpCode: code.trim() }, page).catch(async (error: unknown) => {
        const { sent, triesLeft } = await stepUpState(ctx, {
          sessionToken: sessionTokenOf(ctx, page),
        });
        throw atCode(error, { state: sent ? 'open' : 'locked', triesLeft });
      });
      return redirect(targetOf(role, page), { headers: page.headers });
    }),
  });
