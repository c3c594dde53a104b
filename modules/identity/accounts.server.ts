import { and, asc, type Column, eq, isNull, or, type SQL, sql, isNotNull } from 'drizzle-orm';
import { audit } from '#engine';
import type { ActorOf, Side } from '#platform/base/actor';
import { inSeconds } from '#platform/base/duration';
import { AppError } from '#platform/base/errors';
import { defaultLocale, type Locale } from '#platform/base/locale';
import type { Ctx, CtxOf, TxCtx, TxCtxOf } from '#platform/context';
import { readSetting } from '#platform/settings/settings';
import { sqlNow } from '#platform/time/clock';
import { readPhone } from './phone';
import { recycledNumberAfter, smsPolicy } from './rules';
import type { ConsentDto, User } from './schemas';
import {
  clinicAccount,
  clinicMember,
  clinicToken,
  consent,
  patient,
  session,
} from './tables.server';
import { staffAccount } from './tables/staff.server';
import { type ConsentKind, consentVersions, type WithdrawableKind } from './values';
import { isAmong } from '#platform/base/columns.server';
import { nameForOthers } from '#platform/text/contact-in-name';
import { initialIn } from '#platform/text/initials';

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
  ctx: CtxOf<Side>,
  { locale }: { locale: Locale },
): Promise<void> {
  const { actor } = ctx;
  if (actor.kind === 'clinic') {
    const isOther = and(eq(clinicMember.id, actor.member.id), eq(clinicMember.holdsAccount, false));
    const chosen = ctx.db.update(clinicMember).set({ locale }).where(isOther);
    if ((await chosen.returning({ id: clinicMember.id })).length > 0) return;
  }
  const account = actor.kind === 'patient' ? patient : clinicAccount;
  await ctx.db.update(account).set({ locale }).where(eq(account.id, actor.id));
}

/** In which currency the acting patient is shown approximate amounts from now on; null: that of their number's country. */
export async function chooseCurrency(
  { db, actor }: CtxOf<'patient'>,
  { currency }: { currency: string | null },
): Promise<void> {
  await db.update(patient).set({ currency }).where(eq(patient.id, actor.id));
}

/** Ends all tokens of a clinic's software: no call gets in with one once this has committed. */
export async function endTokensOf(ctx: Ctx, clinicId: string): Promise<void> {
  await ctx.db
    .update(clinicToken)
    .set({ revokedAt: sqlNow })
    .where(and(eq(clinicToken.clinicId, clinicId), isNull(clinicToken.revokedAt)));
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
export async function owedAccount(ctx: CtxOf<'phone-verified'>): Promise<Account> {
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

/** What is agreed to on the way in: with the registration, and once more after a text has changed. */
const terms = ['terms', 'privacy'] as const satisfies readonly ConsentKind[];

/** Records that a patient agreed to the current terms and privacy policy; a repeat changes nothing. */
export async function agreeToTermsOf(ctx: Ctx, patientId: string): Promise<void> {
  await recording(ctx, patientId, terms);
}

/** As {@link agreeToTermsOf}, by the acting patient. */
export const agreeToTerms = (ctx: CtxOf<'patient'>): Promise<void> =>
  agreeToTermsOf(ctx, ctx.actor.id);

/** Whether the acting patient agreed to the current terms and privacy policy. */
export async function agreesToTerms(ctx: CtxOf<'patient'>): Promise<boolean> {
  const agreed = await ctx.db
    .select({ kind: consent.kind })
    .from(consent)
    .where(and(eq(consent.patientId, ctx.actor.id), or(...terms.map(isCurrent))));
  return agreed.length === terms.length;
}

/**
 * Records that the acting patient agreed to the current version of these texts, if they have agreed to the current
 * terms and privacy policy before; a repeat changes nothing. The caller's transaction undoes it with the refusal, and until
 * it ends none of these consents is withdrawn.
 *
 * @throws AppError `consent_required`
 */
export async function recordConsent(
  ctx: TxCtxOf<'patient'>,
  kinds: readonly ConsentKind[],
): Promise<void> {
  const patientId = ctx.actor.id;
  const recorded = ctx.db
    .$with('recorded')
    .as(recording(ctx, patientId, kinds).returning({ id: consent.id }));
  const standing = await ctx.db
    .with(recorded)
    .select({ kind: consent.kind })
    .from(consent)
    .where(
      and(
        eq(consent.patientId, patientId),
        isNull(consent.withdrawnAt),
        or(...[...terms, ...kinds].map(isCurrent)),
      ),
    )
    .for('share');
  const agreed = terms.every((kind) => standing.some((each) => each.kind === kind));
  if (!agreed) throw new AppError('consent_required');
}

/**
 * Whether a patient agreed to the current version of a text and has not taken it back. With `lock`, it is not taken back until
 * the transaction ends.
 */
export async function hasConsent(
  ctx: Ctx,
  { patientId, kind, lock }: { patientId: string; kind: ConsentKind; lock: boolean },
): Promise<boolean> {
  const standing = ctx.db
    .select({ id: consent.id })
    .from(consent)
    .where(and(eq(consent.patientId, patientId), isNull(consent.withdrawnAt), isCurrent(kind)));
  return (await (lock ? standing.for('share') : standing)).length > 0;
}

/** Those of these patients who agreed to the current version of a text and have not taken it back. One statement. */
export async function consentedAmong(
  ctx: Ctx,
  { patientIds, kind }: { patientIds: readonly string[]; kind: ConsentKind },
): Promise<ReadonlySet<string>> {
  if (patientIds.length === 0) return new Set();
  const rows = await ctx.db
    .select({ id: consent.patientId })
    .from(consent)
    .where(
      and(isAmong(consent.patientId, patientIds), isNull(consent.withdrawnAt), isCurrent(kind)),
    );
  return new Set(rows.map(({ id }) => id));
}

const isCurrent = (kind: ConsentKind) =>
  and(eq(consent.kind, kind), eq(consent.version, consentVersions[kind]));

const recording = (ctx: Ctx, patientId: string, kinds: readonly ConsentKind[]) =>
  ctx.db
    .insert(consent)
    .values(kinds.map((kind) => ({ patientId, kind, version: consentVersions[kind], at: sqlNow })))
    .onConflictDoNothing();

/** All that the acting patient agreed to, oldest first, and what of it they took back. */
export async function ownConsents(ctx: CtxOf<'patient'>): Promise<ConsentDto[]> {
  const rows = await ctx.db
    .select()
    .from(consent)
    .where(eq(consent.patientId, ctx.actor.id))
    .orderBy(asc(consent.at), asc(consent.kind));
  return rows.map(({ kind, version, at, withdrawnAt }) => ({
    kind,
    version,
    givenAt: at.toISOString(),
    withdrawnAt: withdrawnAt?.toISOString() ?? null,
  }));
}

/** The acting patient takes a consent back, in every version of its text; taking it back again changes nothing. */
export async function withdrawConsent(
  ctx: TxCtxOf<'patient'>,
  kind: WithdrawableKind,
): Promise<void> {
  const taken = await ctx.db
    .update(consent)
    .set({ withdrawnAt: sqlNow })
    .where(
      and(
        eq(consent.patientId, ctx.actor.id),
        eq(consent.kind, kind satisfies ConsentKind),
        isNull(consent.withdrawnAt),
      ),
    )
    .returning({ id: consent.id });
  if (taken.length === 0) return;
  await audit(ctx, {
    action: 'identity.consent-withdrawn',
    object: { type: 'patient', id: ctx.actor.id },
    details: { kind },
  });
}

/** Of a last name the letter that stands for it, with its marks; the Arabic article before it is no part of the name. */
const lastInitial = sql<string>`coalesce(substring(${patient.lastName} from
  ${String.raw`^(?:\u0627\u0644(?=\S\S))?\s*(\S[\u0300-\u036F\u064B-\u065F\u0670]*)`}), '')`;

/**
 * What a clinic may call patients before they choose it, by id: 'Sarah M.'. Shortened where the names are
 * kept, so that no last name leaves the database for this; the letter is a capital one by the patient's language. A name that holds contact data is masked. A patient who is gone is missing. With `lock`, the
 * names stay as they are until the transaction ends, and a change that is under way is waited for.
 */
export async function abbreviatedNames(
  ctx: Ctx,
  { ids, lock }: { ids: readonly string[]; lock: boolean },
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const names = ctx.db
    .select({
      id: patient.id,
      first: patient.firstName,
      last: lastInitial,
      locale: patient.locale,
    })
    .from(patient)
    .where(isAmong(patient.id, ids));
  const rows = await (lock ? names.for('share') : names);
  return new Map(
    rows.map(({ id, first, last, locale }) => [
      id,
      nameForOthers(`${first} ${initialIn(last, locale)}`.trim()),
    ]),
  );
}

/** What a patient is called by those whom the patient lets look on; null when the account is gone. */
export async function firstNameOf(
  ctx: Ctx,
  { patientId }: { patientId: string },
): Promise<string | null> {
  const [found] = await ctx.db
    .select({ firstName: patient.firstName })
    .from(patient)
    .where(eq(patient.id, patientId));
  return found ? nameForOthers(found.firstName) : null;
}

/** Where a message goes, and how its reader is addressed. Looked up when it is sent; never stored or logged. */
export interface Contact {
  readonly email: string;
  readonly name: string;
  /** Its owner has proved to read mails there. */
  readonly proved: boolean;
}

/** Null when there is no such patient. For the worker. */
export async function patientContact(
  ctx: Ctx,
  { patientId }: { patientId: string },
): Promise<Contact | null> {
  const [found] = await ctx.db
    .select({
      email: patient.email,
      name: patient.firstName,
      proved: sql<boolean>`${patient.emailProvedAt} is not null`,
    })
    .from(patient)
    .where(eq(patient.id, patientId));
  return found ?? null;
}

/** Enrolled and not disabled: who may sign in. */
const active = and(isNotNull(staffAccount.enrolledAt), isNull(staffAccount.disabledAt));

/** Null when there is no such member of staff, or not any more. For the worker. */
export async function staffContact(
  ctx: Ctx,
  { staffId }: { staffId: string },
): Promise<Contact | null> {
  const [found] = await ctx.db
    .select({ email: staffAccount.email, name: staffAccount.name, proved: sql<boolean>`true` })
    .from(staffAccount)
    .where(and(eq(staffAccount.id, staffId), active));
  return found ?? null;
}

/** Everybody of staff who may sign in, by name: whom a colleague can name or give something to. */
export const activeStaff = (ctx: CtxOf<'staff'>): Promise<Array<{ id: string; name: string }>> =>
  ctx.db
    .select({ id: staffAccount.id, name: staffAccount.name })
    .from(staffAccount)
    .where(active)
    .orderBy(sql`lower(${staffAccount.name})`, staffAccount.id);

/** Ids of everybody of staff who may sign in, reviewers and admins. For the worker. */
export async function activeStaffIds(ctx: Ctx): Promise<string[]> {
  const rows = await ctx.db
    .select({ id: staffAccount.id })
    .from(staffAccount)
    .where(active)
    .orderBy(asc(staffAccount.createdAt));
  return rows.map(({ id }) => id);
}

/** The acting patient's own profile. */
export async function currentPatient(ctx: CtxOf<'patient'>): Promise<User> {
  const [row] = await ctx.db.select().from(patient).where(eq(patient.id, ctx.actor.id));
  if (!row) throw new AppError('unauthenticated');
  return toUser(row);
}

/** How to reach a patient. */
export interface Person {
  /** In full. */
  readonly name: string;
  /** E.164; null while the account is off its number. */
  readonly phoneNumber: string | null;
  readonly email: string;
}

/** For the clinic that a patient has chosen, and for no other; null when the account is gone. */
export async function personOf(
  ctx: Ctx,
  { patientId }: { patientId: string },
): Promise<Person | null> {
  const [found] = await ctx.db
    .select({
      firstName: patient.firstName,
      lastName: patient.lastName,
      phoneNumber: patient.phone,
      email: patient.email,
    })
    .from(patient)
    .where(eq(patient.id, patientId));
  if (!found) return null;
  const { firstName, lastName, ...reach } = found;
  const phoneNumber = numberOf(reach.phoneNumber);
  return { name: `${firstName} ${lastName}`, email: reach.email, phoneNumber };
}

/** Phones (E.164) of patients, by id: for the clinic that each of them has chosen, and for no other. One statement. */
export async function phonesOf(
  ctx: Ctx,
  patientIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (patientIds.length === 0) return new Map();
  const rows = await ctx.db
    .select({ id: patient.id, phone: patient.phone })
    .from(patient)
    .where(isAmong(patient.id, patientIds));
  return new Map(
    rows.filter(({ phone }) => !isDetached(phone)).map(({ id, phone }) => [id, phone]),
  );
}

/** Where a text message reaches a person of an account, and in which language they read it. */
interface TextContact {
  /** E.164. */
  readonly phone: string;
  readonly locale: Locale;
}

/**
 * The number with which a patient or a member of a clinic's team signs in; null when they are gone, when the account is off
 * its number, and where no messages are sent to that country.
 */
export async function textContact(
  ctx: Ctx,
  { kind, id, personId }: Account & { readonly personId: string },
): Promise<TextContact | null> {
  const [found] = await (kind === 'patient'
    ? ctx.db
        .select({ phone: patient.phone, locale: patient.locale })
        .from(patient)
        .where(eq(patient.id, id))
    : ctx.db
        .select({
          phone: sql<string>`coalesce(${clinicMember.phone}, ${clinicAccount.phone})`,
          locale: sql<Locale>`case when ${clinicMember.holdsAccount} then ${clinicAccount.locale} else ${clinicMember.locale} end`,
        })
        .from(clinicMember)
        .innerJoin(clinicAccount, eq(clinicAccount.id, clinicMember.clinicId))
        .where(
          and(
            eq(clinicMember.id, personId),
            eq(clinicMember.clinicId, id),
            isNull(clinicMember.removedAt),
          ),
        ));
  const reading = found && readPhone(found.phone);
  if (!reading?.ok) return null;
  const policy = await readSetting(ctx, smsPolicy);
  const isSentTo = policy.enabled && policy.countries.includes(reading.phone.country);
  return isSentTo ? { phone: reading.phone.number, locale: found!.locale } : null;
}

/** Countries that codes are sent to, ISO 3166-1 alpha-2. */
export async function reachableCountries(ctx: Ctx): Promise<string[]> {
  return (await readSetting(ctx, smsPolicy)).countries;
}
