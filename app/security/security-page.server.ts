import type { Side } from '#platform/base/actor';
import { z } from 'zod';
import { emailSchema, showPhone } from '#contracts/identity';
import {
  cancelEmailChange,
  hasFreshFactor,
  offeredLink,
  ownPasskeysOf,
  removePasskeyOf,
  stepUpState,
} from '#modules/identity';
import { AppError } from '#platform/base/errors';
import { actAs, type CtxOf } from '#platform/context';
import { accountEmail, changeClinicEmail, confirmEmail, sendEmailLink } from '#workflows';
import { atCode, safeRedirect } from '#app/auth/current-step.server';
import { type AccountRole, homeOfAccount, ownersOf } from '../auth/security-paths';
import { intent, pageAction, type PageArgs, pageLoader } from '#app/http/page.server';
import { redirect } from '#app/http/redirect';
import { answerSendStepUp, answerStepUp, sessionTokenOf } from './account-calls.server';

/** What opens the account, and whether that may be changed now. */
export const securityLoader = (role: AccountRole) =>
  pageLoader(role, async (given) => {
    const ctx: CtxOf<Side> = given;
    const [fresh, passkeys, address] = await Promise.all([
      hasFreshFactor(ctx),
      ownPasskeysOf(ctx),
      accountEmail(ctx),
    ]);
    return { role, fresh, passkeys, address };
  });

export const securityAction = (role: AccountRole) =>
  pageAction(role, {
    remove: intent(role, z.object({ id: z.string() }), async (ctx, { id }) => {
      await removePasskeyOf(ctx, { id });
      return redirect(`${homeOfAccount[role].security}?removed`);
    }),
  });

/** The address of the account, and what the link of a mail offers; looking changes nothing. */
export const emailLoader = (role: AccountRole) =>
  pageLoader(ownersOf[role], async (given, { url }) => {
    const ctx: CtxOf<Side> = given;
    const link = url.searchParams.get('link');
    const [address, fresh, offered] = await Promise.all([
      accountEmail(ctx),
      hasFreshFactor(ctx),
      link === null ? null : offeredLink(ctx, { link }),
    ]);
    return { role, address, link, offered, fresh };
  });

const nothing = z.object({});

export const emailAction = (role: AccountRole) => {
  const back = (word: string) => redirect(`${homeOfAccount[role].email}?${word}`);
  return pageAction(ownersOf[role], {
    confirm: intent(
      ownersOf[role],
      z.object({ link: z.string().max(200) }),
      async (ctx, { link }) => {
        await confirmEmail(ctx, { link });
        return back('confirmed');
      },
    ),
    again: intent(ownersOf[role], nothing, async (ctx) => {
      await sendEmailLink(ctx);
      return back('sent');
    }),
    cancel: intent(ownersOf[role], nothing, async (ctx) => {
      await cancelEmailChange(ctx);
      return back('cancelled');
    }),
    change: intent(ownersOf[role], z.object({ email: emailSchema }), async (ctx, { email }) => {
      // Patients change theirs with their names.
      if (ctx.actor.kind !== 'clinic') throw new AppError('forbidden');
      const { pendingEmail } = await changeClinicEmail(actAs(ctx, ctx.actor), { email });
      return back(pendingEmail === email ? 'asked' : 'same');
    }),
  });
};

const targetOf = (role: AccountRole, { url }: Pick<PageArgs, 'url'>): string =>
  safeRedirect(url.searchParams.get('redirectTo'), homeOfAccount[role].security);

/** Asks for a fresh code or passkey, then goes on to where it was needed. */
export const stepUpLoader = (role: AccountRole) =>
  pageLoader(role, async (given, page) => {
    const ctx: CtxOf<Side> = given;
    const state = await stepUpState(ctx, { sessionToken: sessionTokenOf(ctx, page) });
    const to = targetOf(role, page);
    if (state.fresh) throw redirect(to);
    const passkeys = await ownPasskeysOf(ctx);
    return { role, to, ...state, phone: showPhone(ctx.actor.phone), passkeys: passkeys.length };
  });

const codeSchema = z.object({ code: z.string('auth.error.code_incomplete') });

async function send(ctx: CtxOf<Side>, _value: object, page: PageArgs): Promise<Response> {
  await answerSendStepUp(ctx, page);
  return redirect(page.url.pathname + page.url.search, { headers: page.headers });
}

export const stepUpAction = (role: AccountRole) =>
  pageAction(role, {
    send: intent(role, z.object({}), send),
    resend: intent(role, z.object({}), send),
    verify: intent(role, codeSchema, async (given, { code }, page) => {
      const ctx: CtxOf<Side> = given;
      await answerStepUp(ctx, { otpCode: code.trim() }, page).catch(async (error: unknown) => {
        const { sent, triesLeft } = await stepUpState(ctx, {
          sessionToken: sessionTokenOf(ctx, page),
        });
        throw atCode(error, { state: sent ? 'open' : 'locked', triesLeft });
      });
      return redirect(targetOf(role, page), { headers: page.headers });
    }),
  });
