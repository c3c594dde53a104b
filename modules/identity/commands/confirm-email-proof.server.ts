import { eq } from 'drizzle-orm';
import { audit } from '#engine';
import type { ActorOf } from '#platform/base/actor';
import { sqlNow } from '#platform/time/clock';
import type { Ctx, TxCtx } from '#platform/context';
import { AppError } from '#platform/base/errors';
import { clinicActor, wakeClinicOf, type KnownClinic } from '../clinics/account.server';
import { type KnownToken, rememberBrowser } from '../codes/browsers.server';
import { exchangeSession } from '../sessions/end-session.server';
import { openSession, type OpenedSession } from '../sessions/open-session.server';
import { saidLocale } from '../own-locale.server';
import { patient } from '../tables.server';
import { verifyCode } from '../codes/verify-code.server';

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
  ctx: Ctx<ActorOf<'phone-verified'>>,
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
