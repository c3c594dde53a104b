import { eq } from 'drizzle-orm';
import { audit } from '#platform/audit';
import { sqlNow } from '#platform/clock';
import type { Ctx, TxCtx } from '#platform/context';
import type { User } from '../contract';
import { findByPhone, toUser } from '../patients.server';
import { endSessionOfToken } from '../sessions/end-session.server';
import { openSession, type NewSession, type OpenedSession } from '../sessions/open-session.server';
import { patient } from '../tables.server';
import { verifyCode } from './verify-code.server';

export interface SignInInput {
  role: 'patient' | 'clinic';
  phoneNumber: string;
  otpCode: string;
  sharedDevice: boolean;
  /** The challenge cookie. */
  browserToken: string | null;
  /** The session cookie that came along: that session ends, its token is never adopted. */
  sessionToken: string | null;
}

export interface SignedIn {
  readonly session: OpenedSession;
  /** Null until the profile is complete, and while a second proof is owed. */
  readonly user: User | null;
  readonly owesEmailProof: boolean;
}

/** Signs in with a code: a full session for a known patient, else one that may only complete the registration. */
export async function signIn(ctx: Ctx, input: SignInInput): Promise<SignedIn> {
  const { role, phoneNumber, otpCode, browserToken } = input;
  const attempt = { purpose: role, phoneNumber, otpCode, browserToken };
  return verifyCode(ctx, attempt, async (tx, phone) => {
    if (input.sessionToken)
      await endSessionOfToken(tx, { principal: role, token: input.sessionToken });
    const { opening, user } = await openingFor(tx, input, phone);
    const session = await openSession(tx, opening);
    await audit(tx, {
      action: 'identity.signed-in',
      object: { type: 'session', id: session.id },
      facts: { principal: role, phase: opening.phase, subject: opening.subjectId ?? null },
    });
    return { session, user, owesEmailProof: opening.phase === 'email-proof' };
  });
}

async function openingFor(
  ctx: TxCtx,
  { role, sharedDevice }: SignInInput,
  phone: string,
): Promise<{ opening: NewSession; user: User | null }> {
  const base = { principal: role, phone, sharedDevice } as const;
  const known = role === 'patient' ? await findByPhone(ctx, phone) : null;
  if (!known) return { opening: { ...base, phase: 'phone-verified' }, user: null };
  const subjectId = known.row.id;
  if (known.dormant) return { opening: { ...base, phase: 'email-proof', subjectId }, user: null };
  await ctx.db.update(patient).set({ lastSeenAt: sqlNow }).where(eq(patient.id, subjectId));
  return { opening: { ...base, phase: 'full', subjectId }, user: toUser(known.row) };
}
