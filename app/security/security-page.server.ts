import { z } from 'zod';
import { hasFreshFactor, ownPasskeysOf, removePasskeyOf } from '#modules/identity';
import { intent, pageAction, pageLoader } from '#app/http/page.server';
import { redirect } from '#app/http/redirect';
import { accountEmail } from '#workflows';
import type { AccountCtx } from './account-browser.server';
import { homeOfAccount, type AccountRole } from '../auth/security-paths';

/** What opens the account, and whether that may be changed now. */
export const securityLoader = (role: AccountRole) =>
  pageLoader(role, async (given) => {
    const ctx: AccountCtx = given;
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
