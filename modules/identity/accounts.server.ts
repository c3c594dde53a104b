import { and, type Column, eq, type SQL, sql } from 'drizzle-orm';
import type { ActorOf } from '#platform/base/actor';
import { inSeconds } from '#platform/base/duration';
import { AppError } from '#platform/base/errors';
import { defaultLocale, type Locale } from '#platform/base/locale';
import type { Ctx, TxCtx } from '#platform/context';
import { readSetting } from '#platform/settings/settings';
import { recycledNumberAfter } from './rules';
import { clinicAccount, patient, session } from './tables.server';
import type { User } from './schemas';

/** Who has an account that signs in by phone. */
export type AccountActor = ActorOf<'patient'> | ActorOf<'clinic'>;
export type AccountKind = AccountActor['kind'];

/** An account by its kind and id; every actor of it is one. */
export type Account = Pick<AccountActor, 'kind' | 'id'>;

/** The columns that say whose a row is. */
export const ownerOf = ({ kind, id }: Account): { patientId: string } | { clinicId: string } =>
  kind === 'patient' ? { patientId: id } : { clinicId: id };

/** What makes a row this account's own. */
export const isOf = (
  table: { readonly patientId: Column; readonly clinicId: Column },
  { kind, id }: Account,
): SQL => eq(kind === 'patient' ? table.patientId : table.clinicId, id);

/** What an account has in place of the number that is not its own any more: nobody can sign in with that. */
export const detached = (id: string): string => `detached:${id}`;

export const isDetached = (phone: string): boolean => phone.startsWith('detached:');

/** The number of an account; null while it is off its number. */
export const numberOf = (phone: string): string | null => (isDetached(phone) ? null : phone);

/** Whether an account was last seen so long ago that its number may be somebody else's by now (security 17). */
export async function isSilent(ctx: Ctx, lastSeenAt: Column): Promise<SQL<boolean>> {
  const silence = inSeconds(await readSetting(ctx, recycledNumberAfter));
  return sql<boolean>`${lastSeenAt} < platform.now() - make_interval(secs => ${silence})`;
}

/** Holds an account until the transaction ends: what belongs to it changes one at a time. Throws `unauthenticated` when it is gone. */
export async function lockAccountOf({ db }: TxCtx, { kind, id }: Account): Promise<void> {
  const account = kind === 'patient' ? patient : clinicAccount;
  const [row] = await db
    .select({ id: account.id })
    .from(account)
    .where(eq(account.id, id))
    .for('update');
  if (!row) throw new AppError('unauthenticated');
}

export type PatientRow = typeof patient.$inferSelect;

export const toUser = (
  row: Pick<PatientRow, 'phone' | 'firstName' | 'lastName' | 'email'>,
): User => ({
  phoneNumber: row.phone,
  firstName: row.firstName,
  lastName: row.lastName,
  email: row.email,
  hasCompleteProfile: true,
});

/** The patient of a verified phone, and whether the account was silent so long that the number may be recycled. */
export async function findByPhone(
  ctx: Ctx,
  phone: string,
): Promise<{ row: PatientRow; dormant: boolean } | null> {
  const [found] = await ctx.db
    .select({ row: patient, dormant: await isSilent(ctx, patient.lastSeenAt) })
    .from(patient)
    .where(eq(patient.phone, phone));
  return found ?? null;
}

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

/** The account that the acting session owes a second proof of. Throws `forbidden` unless it waits for one. */
export async function owedAccount(ctx: Ctx<ActorOf<'phone-verified'>>): Promise<Account> {
  const { sessionId, role } = ctx.actor;
  const [owed] = await ctx.db
    .select({ subjectId: session.subjectId })
    .from(session)
    .where(
      and(eq(session.id, sessionId), eq(session.phase, 'email-proof'), eq(session.principal, role)),
    );
  if (!owed?.subjectId) throw new AppError('forbidden');
  return { kind: role, id: owed.subjectId };
}
