import { withTransaction } from '#engine';
import { randomBytes, randomInt } from 'node:crypto';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { system, type ActorOf } from '#platform/base/actor';
import { now } from '#platform/time/clock';
import { actAs, type Ctx, type CtxOf } from '#platform/context';
import { after, seconds } from '#platform/base/duration';
import { newToken } from '#platform/base/ids';
import { unsealCode } from './codes/challenges.server';
import { completeRegistration, signIn } from './sign-in.server';
import { sendCode } from './codes/send.server';
import type { ConsentKind } from './values';
import type { Profile } from './schemas';
import type { StaffRole } from './staff-schemas';
import { confirmLink, proofLinkOf, setPatientEmail } from './emails.server';
import { currentPatient } from './accounts.server';
import { resolveSession } from './sessions.server';
import { addStaff, enrolStaff, findInvite } from './staff/accounts.server';
import { enter } from './staff/sessions.server';
import { totpCodeAt, unsealTotp } from './staff/factors.server';
import { consent, otpChallenge } from './tables.server';

let issued = randomInt(8_000_000);

/** A valid phone that nobody else of this process has; E.164. */
export function newPhone(): string {
  issued = (issued + 1) % 8_000_000;
  return `+1212${2_000_000 + issued}`;
}

/** The code of the last challenge of a phone, before its job has sent and erased it. */
export async function codeOf(ctx: Ctx, phone: string): Promise<string> {
  const [row] = await ctx.db
    .select()
    .from(otpChallenge)
    .where(inArray(otpChallenge.phone, [phone]))
    .orderBy(sql`${otpChallenge.createdAt} desc`)
    .limit(1);
  if (!row?.codeCipher) throw new Error('no unsent code for this phone');
  return unsealCode(ctx.services.env, row.id, row.codeCipher);
}

/** An address that nobody had before; budgets per address count by its /64. */
export const elsewhere = (): string =>
  `fd${randomBytes(7).toString('hex')}`.replace(/(.{4})(?=.)/g, '$1:') + '::1';

export interface SignedInPatient {
  readonly ctx: CtxOf<'patient'>;
  /** Value of the cookie `patient`. */
  readonly token: string;
  readonly phone: string;
}

/** A registered patient with a session, made by the real commands from an address of their own. */
export async function signedInPatient(
  base: Ctx,
  profile: Partial<Profile & { phone: string }> = {},
): Promise<SignedInPatient> {
  const { phone = newPhone(), ...names } = profile;
  const ctx: Ctx = { ...base, ip: elsewhere() };
  const { browserToken } = await sendCode(ctx, {
    role: 'patient',
    phoneNumber: phone,
    browserToken: null,
  });
  const signedIn = await signIn(ctx, {
    role: 'patient',
    phoneNumber: phone,
    otpCode: await codeOf(ctx, phone),
    sharedDevice: false,
    browserToken,
    sessionToken: null,
    agrees: true,
  });
  const before = await actorOf(ctx, signedIn.session.token);
  if (before.kind === 'patient')
    return { ctx: actAs(ctx, before), token: signedIn.session.token, phone };
  const { session } = await completeRegistration(actAs(ctx, before), {
    phoneNumber: phone,
    firstName: 'Sarah',
    lastName: 'Miller',
    email: 'sarah@example.com',
    ...names,
  });
  const actor = await actorOf(ctx, session.token);
  if (actor.kind !== 'patient') throw new Error('the registration did not end in a session');
  return { ctx: actAs(ctx, actor), token: session.token, phone };
}

/** What a patient agreed to, in any version. */
export const consentsOf = async (ctx: CtxOf<'patient'>): Promise<ConsentKind[]> =>
  (
    await ctx.db
      .select({ kind: consent.kind })
      .from(consent)
      .where(eq(consent.patientId, ctx.actor.id))
      .orderBy(consent.kind)
  ).map(({ kind }) => kind);

/** As after a new version of that text: what the patient agreed to is an older one. */
export const outdate = async (ctx: CtxOf<'patient'>, kind: 'terms' | 'privacy'): Promise<void> => {
  await ctx.db
    .update(consent)
    .set({ version: sql`'before-' || ${consent.id}` })
    .where(and(eq(consent.patientId, ctx.actor.id), eq(consent.kind, kind)));
};

async function actorOf(
  ctx: Ctx,
  token: string,
): Promise<ActorOf<'patient'> | ActorOf<'phone-verified'>> {
  const actor = await resolveSession(ctx, { principal: 'patient', token, renew: false });
  if (actor?.kind !== 'patient' && actor?.kind !== 'phone-verified')
    throw new Error('the session is not there');
  return actor;
}

export interface EnrolledStaff {
  readonly id: string;
  readonly email: string;
  readonly password: string;
  /** base32. */
  readonly totpSecret: string;
}

/** The code that an authenticator app shows now; `steps` of thirty seconds later or earlier. */
export const staffCode = async (ctx: Ctx, totpSecret: string, steps = 0): Promise<string> =>
  totpCodeAt(totpSecret, after(await now(ctx), seconds(30 * steps)));

/** An account of staff with password and code, made by the real commands; the code of now is still unused. */
export async function enrolledStaff(
  base: Ctx,
  { role = 'reviewer' as StaffRole, name = 'Robin Reviewer' } = {},
): Promise<EnrolledStaff> {
  const ctx: Ctx = { ...base, ip: elsewhere() };
  const email = `${newToken(9).toLowerCase()}@staff.example`;
  const password = `lantern ${newToken(12)} orbit`;
  const { id, link } = await addStaff(actAs(ctx, system('test')), { email, name, role });
  const token = link.split('#')[1]!;
  const { totpCipher } = (await findInvite(ctx, token))!;
  const totpSecret = unsealTotp(ctx.services.env, id, totpCipher);
  const enrol = async () =>
    enrolStaff(ctx, { token, password, code: await staffCode(ctx, totpSecret, -1) });
  // A code of the last half minute is too old when the next one begins meanwhile.
  await enrol().catch(enrol);
  return { id, email, password, totpSecret };
}

export interface SignedInStaff extends EnrolledStaff {
  readonly ctx: CtxOf<'staff'>;
  /** Value of the cookie `staff`. */
  readonly token: string;
}

/** Staff with a fresh session, as after password and code, which stays unused. */
export async function signedInStaff(
  base: Ctx,
  options: { role?: StaffRole; name?: string } = {},
): Promise<SignedInStaff> {
  const enrolled = await enrolledStaff(base, options);
  const { role = 'reviewer' } = options;
  const ctx: Ctx = { ...base, ip: elsewhere() };
  const browser = { userAgent: null, sessionToken: null };
  const { token } = await withTransaction(ctx, (tx) =>
    enter(tx, { id: enrolled.id, role }, browser, 'password'),
  );
  const actor = await resolveSession(ctx, { principal: 'staff', token, renew: false });
  if (actor?.kind !== 'staff') throw new Error('the session is not there');
  return { ...enrolled, ctx: actAs(ctx, actor), token };
}

/** Proves a patient's address, as the link of a mail to it does. */
export async function proveEmail(ctx: CtxOf<'patient'>): Promise<void> {
  const { email } = await currentPatient(ctx);
  const link = await proofLinkOf(ctx, { account: ctx.actor, email });
  await withTransaction(ctx, async (tx) => {
    await confirmLink(tx, { link, current: email });
    await setPatientEmail(tx, { email });
  });
}

/** As {@link signedInPatient}, with an address that was proved: mails to it say what they are about. */
export async function provedPatient(
  base: Ctx,
  profile: Partial<Profile & { phone: string }> = {},
): Promise<SignedInPatient> {
  const person = await signedInPatient(base, profile);
  await proveEmail(person.ctx);
  return person;
}
