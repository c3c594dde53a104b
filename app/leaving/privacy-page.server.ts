import type { CtxOf } from '#platform/context';
import type { Side } from '#platform/base/actor';
import { z } from 'zod';
import { withdrawableKinds } from '#contracts/identity';
import { confirmWord } from '#contracts/leaving';
import { hasFreshFactor, ownConsents } from '#modules/identity';
import { latestArchive } from '#modules/leaving';
import { askOwnArchive, closeOwnAccount, takeConsentBack } from '#workflows';
import { addressIn } from '#app/i18n/address';
import { dropSession } from '#app/auth/cookies.server';
import { type AccountRole, ownersOf } from '#app/auth/security-paths';
import { intent, pageAction, pageLoader } from '#app/http/page.server';
import { redirect } from '#app/http/redirect';

/** Whether a download may be asked for now, and how the last one stands. */
export async function loadLeaving(ctx: CtxOf<Side>) {
  const [fresh, archive] = await Promise.all([hasFreshFactor(ctx), latestArchive(ctx)]);
  return { fresh, archive };
}

export const privacyLoader = pageLoader('patient', async (ctx) => ({
  consents: await ownConsents(ctx),
  ...(await loadLeaving(ctx)),
}));

export const privacyAction = pageAction('patient', {
  export: intent('patient', z.object({}), async (ctx) => {
    await askOwnArchive(ctx);
    return redirect('/profile/privacy?asked');
  }),
  withdraw: intent('patient', z.object({ kind: z.enum(withdrawableKinds) }), async (ctx, given) => {
    await takeConsentBack(ctx, given);
    return redirect('/profile/privacy?withdrawn');
  }),
});

export const deleteLoader = (role: AccountRole) =>
  pageLoader(ownersOf[role], async (given) => {
    const ctx: CtxOf<Side> = given;
    return { role, fresh: await hasFreshFactor(ctx) };
  });

const deleteSchema = z.object({
  confirm: z.literal(confirmWord, 'own-data.error.confirm'),
});

export const deleteAction = (role: AccountRole) =>
  pageAction(ownersOf[role], {
    delete: intent(ownersOf[role], deleteSchema, async (given, _typed, { headers }) => {
      const ctx: CtxOf<Side> = given;
      await closeOwnAccount(ctx);
      dropSession(headers, ctx.services.env, role);
      headers.set('Clear-Site-Data', '"cache"');
      return redirect(addressIn(ctx.locale, '/?closed'), { headers });
    }),
  });
