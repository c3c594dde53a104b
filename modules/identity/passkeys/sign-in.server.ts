import { and, eq, ne } from 'drizzle-orm';
import { audit, withTransaction } from '#engine';
import { AppError } from '#platform/base/errors';
import { newToken } from '#platform/base/ids';
import type { Ctx, TxCtx } from '#platform/context';
import { sqlNow } from '#platform/time/clock';
import {
  type AccountActor,
  type AccountKind,
  detached,
  saidLocale,
  toUser,
} from '../accounts.server';
import { forgiveAddressTry, takeAddressTry } from '../codes/budgets.server';
import {
  type ChallengeBinding,
  checkPasskeyOf,
  optionsToShow,
  usePasskeyOf,
} from './passkeys.server';
import type { Challenged, PasskeyAnswer } from './webauthn.server';
import { endSessionOfToken, enterBrowser } from '../sessions/end.server';
import { openSession } from '../sessions/sessions.server';
import type { SignedIn } from '../sign-in.server';
import { type RenewedSession, renewSession } from '../step-up.server';
import { clinicAccount, type passkey, patient } from '../tables.server';

/** A challenge for whoever holds a passkey of this role, and the cookie of the browser that it is good in. */
export async function passkeyOptionsToSignIn(
  ctx: Ctx,
  { role }: { role: AccountKind },
): Promise<{ challenged: Challenged; browserToken: string }> {
  const browserToken = newToken();
  const binding = { purpose: 'sign-in', principal: role, account: null, browserToken } as const;
  return { challenged: await optionsToShow(ctx, binding), browserToken };
}

export interface PasskeySignIn extends PasskeyAnswer {
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
      facts: { principal: role, purpose: 'sign-in' },
    });
    throw new AppError('invalid_credentials');
  }
  await forgiveAddressTry(ctx, point);
  return signedIn;
}

interface Known extends Pick<SignedIn, 'user'> {
  readonly id: string;
  readonly phone: string;
  /** Of clinics. */
  readonly approved: boolean;
}

/** The account of a passkey, noted as seen; null when it is gone, or off its number. */
async function accountOf(
  tx: TxCtx,
  { patientId, clinicId }: Pick<typeof passkey.$inferSelect, 'patientId' | 'clinicId'>,
): Promise<Known | null> {
  if (patientId) {
    const [row] = await tx.db
      .update(patient)
      .set({ lastSeenAt: sqlNow, ...saidLocale(tx) })
      .where(and(eq(patient.id, patientId), ne(patient.phone, detached(patientId))))
      .returning();
    return row ? { id: row.id, phone: row.phone, user: toUser(row), approved: false } : null;
  }
  if (!clinicId) return null;
  const [row] = await tx.db
    .update(clinicAccount)
    .set({ lastSeenAt: sqlNow, ...saidLocale(tx) })
    .where(and(eq(clinicAccount.id, clinicId), ne(clinicAccount.phone, detached(clinicId))))
    .returning();
  return row
    ? { id: row.id, phone: row.phone, user: null, approved: row.approval === 'approved' }
    : null;
}

async function enter(tx: TxCtx, known: Known, input: PasskeySignIn): Promise<SignedIn> {
  const { role: principal, sharedDevice, sessionToken } = input;
  const { id, phone, approved } = known;
  if (sessionToken) await endSessionOfToken(tx, { principal, token: sessionToken });
  const session = await openSession(tx, {
    principal,
    phase: 'full',
    subjectId: id,
    phone,
    sharedDevice,
  });
  await audit(tx, {
    action: 'identity.signed-in',
    object: { type: 'session', id: session.id },
    facts: { principal, phase: 'full', subject: id, by: 'passkey' },
  });
  const browser = { role: principal, phone, sharedDevice, token: input.known };
  const remembered = await enterBrowser(tx, { ...browser, accountId: id });
  const actor = { id, phone, sessionId: session.id };
  return {
    session,
    user: known.user,
    patient: principal === 'patient' ? { kind: 'patient', ...actor } : null,
    clinic: principal === 'clinic' ? { kind: 'clinic', ...actor, approved } : null,
    owesEmailProof: false,
    known: remembered,
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
      facts: { principal: ctx.actor.kind, purpose: 'step-up' },
    });
    throw new AppError('invalid_credentials');
  }
  await forgiveAddressTry(ctx, point);
  return renewed;
}
