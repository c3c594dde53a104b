import { eq } from 'drizzle-orm';
import type { ActorOf } from '#platform/base/actor';
import { audit } from '#engine';
import { sqlNow } from '#platform/time/clock';
import type { Ctx, TxCtx } from '#platform/context';
import {
  clinicActor,
  seeClinicOf,
  wakeClinicOf,
  type KnownClinic,
} from '../clinics/account.server';
import type { KnownToken } from '../codes/browsers.server';
import type { User } from '../user-dto';
import { findByPhone, toUser } from '../patients.server';
import { endSessionOfToken } from '../sessions/end-session.server';
import { enterBrowser } from '../sessions/enter-browser.server';
import { openSession, type NewSession, type OpenedSession } from '../sessions/open-session.server';
import { patient } from '../tables.server';
import { agreeToTermsOf } from './record-consent.server';
import { saidLocale } from '../own-locale.server';
import { verifyCode } from '../codes/verify-code.server';
import { useGivenProof } from '../ways-back/confirm.server';

export interface SignInInput {
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
   * the code, and only who has not agreed to this version: before it the question would tell which numbers are known.
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
    const { opening, user, clinic: account } = await openingFor(tx, input, phone);
    const { subjectId } = opening;
    if (input.sessionToken)
      await endSessionOfToken(tx, { principal: role, token: input.sessionToken });
    const session = await openSession(tx, opening);
    await audit(tx, {
      action: 'identity.signed-in',
      object: { type: 'session', id: session.id },
      facts: { principal: role, phase: opening.phase, subject: subjectId ?? null },
    });
    const clinic = account && clinicActor(account, { phone, sessionId: session.id });
    const owesEmailProof = opening.phase === 'email-proof';
    // Who owes a second proof has not shown yet that the account is theirs.
    const known = owesEmailProof
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
}

async function openingFor(
  ctx: TxCtx,
  { role, sharedDevice, agrees }: SignInInput,
  phone: string,
): Promise<Opening> {
  const base = { principal: role, phone, sharedDevice } as const;
  const unknown: Opening = {
    opening: { ...base, phase: 'phone-verified' },
    user: null,
    clinic: null,
  };
  if (role === 'clinic') {
    const found = await seeClinicOf(ctx, phone);
    if (!found) return unknown;
    const subjectId = found.id;
    if (found.dormant && !(await useGivenProof(ctx, { kind: role, id: subjectId })))
      return { ...unknown, opening: { ...base, phase: 'email-proof', subjectId } };
    if (found.dormant) await wakeClinicOf(ctx, phone);
    return { ...unknown, opening: { ...base, phase: 'full', subjectId }, clinic: found };
  }
  const known = await findByPhone(ctx, phone);
  if (!known) return unknown;
  const subjectId = known.row.id;
  if (known.dormant && !(await useGivenProof(ctx, { kind: role, id: subjectId })))
    return { ...unknown, opening: { ...base, phase: 'email-proof', subjectId } };
  await ctx.db
    .update(patient)
    .set({ lastSeenAt: sqlNow, ...saidLocale(ctx) })
    .where(eq(patient.id, subjectId));
  if (agrees) await agreeToTermsOf(ctx, subjectId);
  return { ...unknown, opening: { ...base, phase: 'full', subjectId }, user: toUser(known.row) };
}
