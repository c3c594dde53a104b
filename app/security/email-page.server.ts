import { z } from 'zod';
import { emailSchema } from '#contracts/identity';
import { cancelEmailChange, hasFreshFactor, offeredLink } from '#modules/identity';
import { actAs } from '#platform/context';
import { AppError } from '#platform/base/errors';
import { intent, pageAction, pageLoader } from '#app/http/page.server';
import { redirect } from '#app/http/redirect';
import { accountEmail, changeClinicEmail, confirmEmail, sendEmailLink } from '#workflows';
import type { AccountCtx } from './account-browser.server';
import { homeOfAccount, type AccountRole } from '../auth/security-paths';

/** The address of the account, and what the link of a mail offers; looking changes nothing. */
export const emailLoader = (role: AccountRole) =>
  pageLoader(role, async (given, { url }) => {
    const ctx: AccountCtx = given;
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
  return pageAction(role, {
    confirm: intent(role, z.object({ link: z.string().max(200) }), async (ctx, { link }) => {
      await confirmEmail(ctx, { link });
      return back('confirmed');
    }),
    again: intent(role, nothing, async (ctx) => {
      await sendEmailLink(ctx);
      return back('sent');
    }),
    cancel: intent(role, nothing, async (ctx) => {
      await cancelEmailChange(ctx);
      return back('cancelled');
    }),
    change: intent(role, z.object({ email: emailSchema }), async (ctx, { email }) => {
      // Patients change theirs with their names.
      if (ctx.actor.kind !== 'clinic') throw new AppError('forbidden');
      const { pendingEmail } = await changeClinicEmail(actAs(ctx, ctx.actor), { email });
      return back(pendingEmail === email ? 'asked' : 'same');
    }),
  });
};
