import { eq } from 'drizzle-orm';
import { audit } from '#platform/audit';
import type { ActorOf } from '#platform/actor';
import { sqlNow } from '#platform/clock';
import type { Ctx } from '#platform/context';
import { AppError } from '#platform/errors';
import { rememberBrowser, type KnownToken } from '../codes/known-browser.server';
import { exchangeSession } from '../sessions/end-session.server';
import { openSession, type OpenedSession } from '../sessions/open-session.server';
import { saidLocale } from '../own-locale.server';
import { patient } from '../tables.server';
import { agreeToTermsOf } from './record-consent.server';
import { verifyCode } from '../codes/verify-code.server';

/** Exchanges a session that owed a second proof for a full one. Throws what `verifyCode` throws. */
export async function confirmEmailProof(
  ctx: Ctx<ActorOf<'phone-verified'>>,
  {
    otpCode,
    sessionToken,
    known: token = null,
  }: { otpCode: string; sessionToken: string; known?: string | null },
): Promise<{ session: OpenedSession; known: KnownToken }> {
  const { phone: phoneNumber, sessionId } = ctx.actor;
  const attempt = {
    purpose: 'email-proof',
    phoneNumber,
    otpCode,
    browserToken: sessionToken,
  } as const;
  return verifyCode(ctx, attempt, async (tx, phone) => {
    const { sharedDevice } = await exchangeSession(tx, sessionId);
    const [row] = await tx.db
      .update(patient)
      .set({ lastSeenAt: sqlNow, ...saidLocale(tx) })
      .where(eq(patient.phone, phone))
      .returning({ id: patient.id });
    if (!row) throw new AppError('unauthenticated');
    await agreeToTermsOf(tx, row.id);
    const opened = await openSession(tx, {
      principal: 'patient',
      phase: 'full',
      subjectId: row.id,
      phone,
      sharedDevice,
    });
    await audit(tx, {
      action: 'identity.proved-by-email',
      object: { type: 'patient', id: row.id },
    });
    const known = await rememberBrowser(tx, { role: 'patient', phone, token, sharedDevice });
    return { session: opened, known };
  });
}
