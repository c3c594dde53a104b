import { and, eq, ne } from 'drizzle-orm';
import { audit, publish, withTransaction } from '#engine';
import type { ActorOf } from '#platform/base/actor';
import { AppError } from '#platform/base/errors';
import { newId, newToken } from '#platform/base/ids';
import { actAs, type Ctx, type CtxOf, type TxCtx } from '#platform/context';
import { sqlNow } from '#platform/time/clock';
import {
  type AccountActor,
  type AccountKind,
  agreesToTerms,
  agreeToTermsOf,
  detached,
  findByPhone,
  saidLocale,
  toUser,
} from './accounts.server';
import { clinicActor, type KnownClinic, wakeClinicOf } from './clinics.server';
import { type KnownToken, rememberBrowser } from './browsers.server';
import { forgiveAddressTry, takeAddressTry, verifyCode } from './codes/budgets.server';
import { type ChallengeRow, findChallenge } from './codes/challenges.server';
import {
  type ChallengeBinding,
  type Challenged,
  checkPasskeyOf,
  optionsToShow,
  type PasskeyAnswer,
  usePasskeyOf,
} from './passkeys.server';
import { isSamePhone } from './phone';
import { triesPerChallenge } from './rules';
import type { OwnTeam } from './member-schemas';
import { identityEvents, type Profile, type User } from './schemas';
import {
  endSessionOfToken,
  enterBrowser,
  exchangeSession,
  type NewSession,
  type OpenedSession,
  openSession,
} from './sessions.server';
import { type RenewedSession, renewSession } from './step-up.server';
import { type passkey, patient, profileDraft, session } from './tables.server';
import { clinicsToChoose, openingOfClinic, seenByPasskey } from './members/enter.server';
import { useGivenProof } from './recovery.server';

/**
 * A phone in a body or a path is a claim: it must be the session's own, in whatever spelling. Otherwise
 * throws `forbidden`, which the HTTP layer puts on record.
 */
export async function requireOwnPhone(
  ctx: Ctx<ActorOf<'patient'> | ActorOf<'clinic'> | ActorOf<'phone-verified'>>,
  claimed: string,
): Promise<void> {
  if (isSamePhone(claimed, ctx.actor.phone)) return;
  throw new AppError('forbidden');
}

interface SignInInput {
  role: 'patient' | 'clinic';
  phoneNumber: string;
  otpCode: string;
  sharedDevice: boolean;
  /** The challenge cookie. */
  browserToken: string | null;
  /** The session cookie that came along: that session ends, its token is never adopted. */
  sessionToken: string | null;
  /** The cookie by which a browser is known that signed in before. */
  known?: string | null;
  /**
   * Signing in counts as agreeing to the current terms: of the API, whose caller has no page that asks. Pages ask after
   * the code, and only who has not agreed to this version: before it the question would reveal which numbers are known.
   */
  agrees?: boolean;
}

export interface SignedIn {
  readonly session: OpenedSession;
  /** Null until the profile is complete, and while a second proof is owed. */
  readonly user: User | null;
  /** The patient that this session is of; null when {@link user} is. */
  readonly patient: ActorOf<'patient'> | null;
  /** The clinic that this session is of; null until it has registered, and while a second proof is owed. */
  readonly clinic: ActorOf<'clinic'> | null;
  readonly owesEmailProof: boolean;
  /** What this browser is known by from now on; null on a shared device. */
  readonly known: KnownToken;
}

/** Signs in with a code: a full session for a known patient or clinic, else one that may only complete the registration. */
export async function signIn(ctx: Ctx, input: SignInInput): Promise<SignedIn> {
  const { role, phoneNumber, otpCode, browserToken, known: token = null } = input;
  const attempt = { purpose: role, phoneNumber, otpCode, browserToken, known: token };
  return verifyCode(ctx, attempt, async (tx, phone) => {
    // The account before the session, as whoever suspends a clinic takes them.
    const { opening, user, clinic: account, chooses } = await openingFor(tx, input, phone);
    const subjectId = opening.subjectId ?? account?.id;
    if (input.sessionToken)
      await endSessionOfToken(tx, { principal: role, token: input.sessionToken });
    const session = await openSession(tx, opening);
    await audit(tx, {
      action: 'identity.signed-in',
      object: { type: 'session', id: session.id },
      details: { principal: role, phase: opening.phase, subject: subjectId ?? null },
    });
    const clinic = account && clinicActor(account, { phone, sessionId: session.id });
    const owesEmailProof = opening.phase === 'email-proof';
    // Who owes a second proof has not shown yet that the account is theirs; who chooses a clinic is not in one yet.
    const known =
      owesEmailProof || chooses
        ? null
        : await enterBrowser(tx, {
            ...{ role, phone, token, sharedDevice: input.sharedDevice },
            accountId: subjectId ?? null,
          });
    const patient =
      user && subjectId
        ? ({ kind: 'patient', id: subjectId, phone, sessionId: session.id } as const)
        : null;
    return { session, user, patient, clinic, owesEmailProof, known };
  });
}

interface Opening {
  readonly opening: NewSession;
  readonly user: User | null;
  readonly clinic: KnownClinic | null;
  readonly chooses?: true;
}

async function openingFor(ctx: TxCtx, input: SignInInput, phone: string): Promise<Opening> {
  const { role, sharedDevice, agrees } = input;
  const base = { principal: role, phone, sharedDevice } as const;
  if (role === 'clinic') {
    const { to, ...entry } = await openingOfClinic(ctx, phone);
    return { ...entry, user: null, opening: { ...base, ...to } };
  }
  const none = { user: null, clinic: null };
  const known = await findByPhone(ctx, phone);
  if (!known) return { ...none, opening: { ...base, phase: 'phone-verified' } };
  const subjectId = known.row.id;
  if (known.dormant && !(await useGivenProof(ctx, { kind: role, id: subjectId })))
    return { ...none, opening: { ...base, phase: 'email-proof', subjectId } };
  const seen = { lastSeenAt: sqlNow, ...saidLocale(ctx) };
  await ctx.db.update(patient).set(seen).where(eq(patient.id, subjectId));
  if (agrees) await agreeToTermsOf(ctx, subjectId);
  return { ...none, opening: { ...base, phase: 'full', subjectId }, user: toUser(known.row) };
}

export interface Registration extends Profile {
  phoneNumber: string;
}

/**
 * Makes a patient of a verified phone, records the consents given with it, and exchanges the pre-session for
 * a full one under a new token. Throws `forbidden` for another phone, `already_registered`.
 */
export async function completeRegistration(
  ctx: CtxOf<'phone-verified' | 'patient'>,
  { phoneNumber, firstName, lastName, email }: Registration,
): Promise<{ session: OpenedSession; user: User }> {
  await requireOwnPhone(ctx, phoneNumber);
  const { actor } = ctx;
  if (actor.kind === 'patient') throw new AppError('already_registered');
  return withTransaction(ctx, async (tx) => {
    const { phone } = actor;
    const profile = { phone, firstName, lastName, email };
    const { locale } = tx;
    const times = { createdAt: sqlNow, updatedAt: sqlNow, lastSeenAt: sqlNow };
    const [created] = await tx.db
      .insert(patient)
      .values({ id: newId(), ...profile, locale, ...times })
      .onConflictDoNothing({ target: patient.phone })
      .returning({ id: patient.id });
    if (!created) throw new AppError('already_registered');
    await tx.db.delete(profileDraft).where(eq(profileDraft.phone, phone));
    const kept = await exchangeSession(tx, actor.sessionId);
    const subjectId = created.id;
    const opening = { principal: 'patient', phase: 'full', subjectId, phone, ...kept } as const;
    const opened = await openSession(tx, opening);
    await agreeToTermsOf(tx, created.id);
    const owed = { principal: 'patient', accountId: subjectId } as const;
    await publish(tx, identityEvents['identity.email-proof-owed'], owed);
    const object = { type: 'patient', id: subjectId };
    await audit(tx, { action: 'identity.registered', object });
    return { session: opened, user: toUser(profile) };
  });
}

interface Proof {
  readonly otpCode: string;
  readonly sessionToken: string;
  readonly known?: string | null;
}

interface Proved {
  readonly session: OpenedSession;
  /** The patient that this session is of; null of a clinic. */
  readonly patient: ActorOf<'patient'> | null;
  /** The clinic that this session is of; null of a patient. */
  readonly clinic: ActorOf<'clinic'> | null;
  readonly known: KnownToken;
}

/** Exchanges a session that owed a second proof for a full one. Throws what `verifyCode` throws. */
export async function confirmEmailProof(
  ctx: CtxOf<'phone-verified'>,
  { otpCode, sessionToken, known: token = null }: Proof,
): Promise<Proved> {
  const { phone: phoneNumber, sessionId, role } = ctx.actor;
  const attempt = { purpose: 'email-proof', role, phoneNumber, otpCode } as const;
  return verifyCode(ctx, { ...attempt, browserToken: sessionToken }, async (tx, phone) => {
    // The account before the session, as whoever suspends a clinic takes them.
    const account = await (role === 'clinic' ? wakeClinic(tx, phone) : wakePatient(tx, phone));
    const { sharedDevice } = await exchangeSession(tx, sessionId);
    const opened = await openSession(tx, {
      ...{ principal: role, phase: 'full', subjectId: account.id, phone, sharedDevice },
    });
    await audit(tx, {
      action: 'identity.proved-by-email',
      object: { type: role, id: account.id },
    });
    const known = await rememberBrowser(tx, { role, phone, token, sharedDevice });
    const { clinic, id } = account;
    const session = { phone, sessionId: opened.id };
    return {
      session: opened,
      patient: role === 'patient' ? { kind: role, id, ...session } : null,
      clinic: clinic && clinicActor(clinic, session),
      known,
    };
  });
}

interface Awake {
  readonly id: string;
  readonly clinic: KnownClinic | null;
}

async function wakePatient(tx: TxCtx, phone: string): Promise<Awake> {
  const [row] = await tx.db
    .update(patient)
    .set({ lastSeenAt: sqlNow, ...saidLocale(tx) })
    .where(eq(patient.phone, phone))
    .returning({ id: patient.id });
  if (!row) throw new AppError('unauthenticated');
  return { id: row.id, clinic: null };
}

async function wakeClinic(tx: TxCtx, phone: string): Promise<Awake> {
  const clinic = await wakeClinicOf(tx, phone);
  if (!clinic) throw new AppError('unauthenticated');
  return { id: clinic.id, clinic };
}

/** Whether the code of a challenge may be typed: not after five wrong ones, and not after five minutes. */
type CodeState = 'open' | 'locked' | 'expired';

const standingOf = (challenge: ChallengeRow): { state: CodeState; triesLeft: number } => ({
  state: challenge.locked ? 'locked' : challenge.expired ? 'expired' : 'open',
  triesLeft: Math.max(0, triesPerChallenge - challenge.attempts),
});

/** Where somebody is on the way in; held by the server, so that it outlives a reload and needs no script. */
export type SignInStep =
  | {
      step: 'phone';
      /** E.164 of the code that is open, for somebody who went one step back from it. */
      again?: string;
    }
  | {
      step: 'code';
      /** E.164. */
      phone: string;
      /** Until another code may be asked for; 0 when it may. */
      resendInSeconds: number;
      /** Changes with every code, so that a page can recognise a new one. */
      challengeId: string;
      state: CodeState;
      /** Wrong codes that may still be typed. */
      triesLeft: number;
    }
  | {
      step: 'proof';
      sent: boolean;
      resendInSeconds: number;
      challengeId: string;
      state: CodeState;
      triesLeft: number;
    }
  | { step: 'profile'; phone: string }
  /** The number works for several clinics: one of them is chosen. */
  | { step: 'clinics'; phone: string; teams: OwnTeam[] }
  /** The terms or the privacy policy have changed since this patient agreed to them. */
  | { step: 'terms' }
  | { step: 'done' };

interface Held {
  readonly role: 'patient' | 'clinic';
  readonly browserToken: string | null;
  readonly sessionToken: string | null;
}

/** The step of the browser that asks, from its session and its challenge cookie. */
export async function signInStep(ctx: Ctx, held: Held): Promise<SignInStep> {
  const { actor } = ctx;
  if (actor.kind === held.role) {
    const agreed = actor.kind === 'clinic' || (await agreesToTerms(actAs(ctx, actor)));
    return { step: agreed ? 'done' : 'terms' };
  }
  if (actor.kind === 'phone-verified' && actor.role === held.role)
    return verifiedStep(ctx, actor, held.sessionToken);
  const challenge = await findChallenge(ctx, {
    purpose: held.role,
    browserToken: held.browserToken,
  });
  if (!challenge || challenge.consumed) return { step: 'phone' };
  const { phone, resendInSeconds, id: challengeId } = challenge;
  return { step: 'code', phone, resendInSeconds, challengeId, ...standingOf(challenge) };
}

async function verifiedStep(
  ctx: Ctx,
  actor: ActorOf<'phone-verified'>,
  sessionToken: string | null,
): Promise<SignInStep> {
  const { sessionId, phone } = actor;
  const [row] = await ctx.db
    .select({ phase: session.phase })
    .from(session)
    .where(eq(session.id, sessionId));
  if (row?.phase !== 'email-proof') {
    const teams = actor.role === 'clinic' ? await clinicsToChoose(actAs(ctx, actor)) : [];
    return teams.length > 1 ? { step: 'clinics', phone, teams } : { step: 'profile', phone };
  }
  const proof = await findChallenge(ctx, { purpose: 'email-proof', browserToken: sessionToken });
  return {
    step: 'proof',
    sent: proof !== null && !proof.consumed,
    resendInSeconds: proof?.resendInSeconds ?? 0,
    challengeId: proof?.id ?? '',
    ...(proof ? standingOf(proof) : { state: 'open', triesLeft: triesPerChallenge }),
  };
}

/** A challenge for whoever holds a passkey of this role, and the cookie of the browser that it is good in. */
export async function passkeyOptionsToSignIn(
  ctx: Ctx,
  { role }: { role: AccountKind },
): Promise<{ challenged: Challenged; browserToken: string }> {
  const browserToken = newToken();
  const binding = { purpose: 'sign-in', principal: role, account: null, browserToken } as const;
  return { challenged: await optionsToShow(ctx, binding), browserToken };
}

interface PasskeySignIn extends PasskeyAnswer {
  readonly role: AccountKind;
  readonly sharedDevice: boolean;
  /** The cookie that came with the challenge. */
  readonly browserToken: string | null;
  /** The session cookie that came along: that session ends, its token is never adopted. */
  readonly sessionToken: string | null;
  /** The cookie by which a browser is known that signed in before. */
  readonly known: string | null;
}

/**
 * Signs a patient or a clinic in with a passkey: a thing they have, opened by what they know or are. It proves
 * more than a phone number, so it also ends a silence of 180 days. Everything that does not fit answers
 * `invalid_credentials`; too many tries `too_many_requests`.
 */
export async function signInWithPasskeyOf(ctx: Ctx, input: PasskeySignIn): Promise<SignedIn> {
  const { role, browserToken } = input;
  const point = await takeAddressTry(ctx);
  const binding = { purpose: 'sign-in', principal: role, account: null } as const;
  const checked =
    browserToken === null ? null : await checkPasskeyOf(ctx, input, { ...binding, browserToken });
  const signedIn =
    checked &&
    (await withTransaction(ctx, async (tx) => {
      // The account before its passkey and its session, as whoever takes it away holds them.
      const known = await accountOf(tx, checked.row);
      return known && (await usePasskeyOf(tx, checked)) ? enter(tx, known, input) : null;
    }));
  if (!signedIn) {
    await audit(ctx, {
      action: 'identity.passkey-refused',
      outcome: 'refused',
      details: { principal: role, purpose: 'sign-in' },
    });
    throw new AppError('invalid_credentials');
  }
  await forgiveAddressTry(ctx, point);
  return signedIn;
}

interface Known extends Pick<SignedIn, 'user'> {
  readonly id: string;
  /** Of a member who does not hold the clinic's account. */
  readonly memberId?: string;
  readonly phone: string;
  /** Of clinics. */
  readonly clinic: KnownClinic | null;
}

/** The account of a passkey, noted as seen; null when it is gone, or off its number. */
async function accountOf(
  tx: TxCtx,
  {
    patientId,
    clinicId,
    memberId,
  }: Pick<typeof passkey.$inferSelect, 'patientId' | 'clinicId' | 'memberId'>,
): Promise<Known | null> {
  if (patientId) {
    const [row] = await tx.db
      .update(patient)
      .set({ lastSeenAt: sqlNow, ...saidLocale(tx) })
      .where(and(eq(patient.id, patientId), ne(patient.phone, detached(patientId))))
      .returning();
    return row ? { id: row.id, phone: row.phone, user: toUser(row), clinic: null } : null;
  }
  if (!clinicId) return null;
  const entered = await seenByPasskey(tx, { clinicId, memberId });
  return entered && { ...entered, id: clinicId, user: null };
}

async function enter(tx: TxCtx, known: Known, input: PasskeySignIn): Promise<SignedIn> {
  const { role: principal, sharedDevice, sessionToken } = input;
  const { id, phone, clinic } = known;
  if (sessionToken) await endSessionOfToken(tx, { principal, token: sessionToken });
  const phase = 'full';
  const whose = known.memberId ? { memberId: known.memberId } : { subjectId: id };
  const session = await openSession(tx, { principal, phase, phone, sharedDevice, ...whose });
  await audit(tx, {
    action: 'identity.signed-in',
    object: { type: 'session', id: session.id },
    details: { principal, phase, subject: id, by: 'passkey' },
  });
  const browser = { role: principal, phone, sharedDevice, token: input.known };
  const browserKnown = await enterBrowser(tx, { ...browser, accountId: id });
  const actor = { id, phone, sessionId: session.id };
  return {
    session,
    user: known.user,
    patient: principal === 'patient' ? { kind: 'patient', ...actor } : null,
    clinic: clinic && clinicActor(clinic, actor),
    owesEmailProof: false,
    known: browserKnown,
  };
}

type Acting = Ctx<AccountActor>;

const bindingOf = ({ actor }: Acting, browserToken: string): ChallengeBinding => ({
  purpose: 'step-up',
  principal: actor.kind,
  account: actor,
  browserToken,
});

/** What a browser needs to show one of the acting person's own passkeys again. */
export const passkeyOptionsToStepUp = (
  ctx: Acting,
  { sessionToken }: { sessionToken: string },
): Promise<Challenged> => optionsToShow(ctx, bindingOf(ctx, sessionToken));

/** As `stepUp`, with a passkey. Throws `invalid_credentials`, `too_many_requests`, `unauthenticated`. */
export async function stepUpWithPasskeyOf(
  ctx: Acting,
  { sessionToken, ...answer }: PasskeyAnswer & { sessionToken: string },
): Promise<RenewedSession> {
  const point = await takeAddressTry(ctx);
  const checked = await checkPasskeyOf(ctx, answer, bindingOf(ctx, sessionToken));
  const renewed =
    checked &&
    (await withTransaction(ctx, async (tx) =>
      (await usePasskeyOf(tx, checked)) ? renewSession(tx, 'passkey') : null,
    ));
  if (!renewed) {
    await audit(ctx, {
      action: 'identity.passkey-refused',
      outcome: 'refused',
      object: { type: 'session', id: ctx.actor.sessionId },
      details: { principal: ctx.actor.kind, purpose: 'step-up' },
    });
    throw new AppError('invalid_credentials');
  }
  await forgiveAddressTry(ctx, point);
  return renewed;
}
