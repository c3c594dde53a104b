import { eq } from 'drizzle-orm';
import type { ActorOf } from '#platform/base/actor';
import type { Ctx } from '#platform/context';
import { defaultLocale, type Locale } from '#platform/base/locale';
import type { AccountKind } from './account-owner';
import { clinicAccount, patient } from './tables.server';

/**
 * For a sign-in to an account that is there: the language of the page or call that it came by. The language that
 * everybody meets first is nobody's choice, so it leaves an account as it is.
 */
export const saidLocale = ({ locale, localeIsSaid }: Ctx): { locale?: Locale } =>
  localeIsSaid && locale !== defaultLocale ? { locale } : {};

/** In which language an account reads pages, mails and notices from now on. */
export async function chooseLocale(
  ctx: Ctx<ActorOf<'patient'> | ActorOf<'clinic'>>,
  { locale }: { locale: Locale },
): Promise<void> {
  const account = ctx.actor.kind === 'patient' ? patient : clinicAccount;
  await ctx.db.update(account).set({ locale }).where(eq(account.id, ctx.actor.id));
}

/** The language that an account reads; null when there is no such account. For the worker. */
export async function localeOf(
  ctx: Ctx,
  { kind, id }: { kind: AccountKind; id: string },
): Promise<Locale | null> {
  const account = kind === 'patient' ? patient : clinicAccount;
  const [row] = await ctx.db
    .select({ locale: account.locale })
    .from(account)
    .where(eq(account.id, id));
  return row?.locale ?? null;
}
