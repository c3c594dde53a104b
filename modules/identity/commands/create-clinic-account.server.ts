import type { ActorOf } from '#platform/base/actor';
import { audit } from '#engine';
import { sqlNow } from '#platform/time/clock';
import type { TxCtx } from '#platform/context';
import { AppError } from '#platform/base/errors';
import { consentVersions } from '../consents';
import { exchangeSession } from '../sessions/end-session.server';
import { openSession, type OpenedSession } from '../sessions/open-session.server';
import { clinicAccount } from '../tables.server';

/**
 * Makes an account, pending, of a verified phone and exchanges its pre-session for a full one under a new
 * token, within the caller's transaction. `clinicId` is the clinic's in `clinic-onboarding`.
 *
 * @throws AppError `already_registered`; `unauthenticated` when the pre-session ended meanwhile.
 */
export async function createClinicAccount(
  ctx: TxCtx<ActorOf<'phone-verified'>>,
  { clinicId }: { clinicId: string },
): Promise<{ session: OpenedSession; clinic: ActorOf<'clinic'> }> {
  const { phone, sessionId, role } = ctx.actor;
  if (role !== 'clinic') throw new AppError('forbidden');
  const [created] = await ctx.db
    .insert(clinicAccount)
    .values({
      id: clinicId,
      phone,
      approval: 'pending',
      locale: ctx.locale,
      createdAt: sqlNow,
      lastSeenAt: sqlNow,
    })
    .onConflictDoNothing({ target: clinicAccount.phone })
    .returning({ id: clinicAccount.id });
  if (!created) throw new AppError('already_registered');
  const kept = await exchangeSession(ctx, sessionId);
  const session = await openSession(ctx, {
    principal: 'clinic',
    phase: 'full',
    subjectId: clinicId,
    phone,
    ...kept,
  });
  await audit(ctx, {
    action: 'identity.clinic-registered',
    object: { type: 'clinic', id: clinicId },
    // What a clinic agreed to stands in the log: its registration is its agreement.
    facts: { terms: consentVersions.terms, privacy: consentVersions.privacy },
  });
  const clinic = { id: clinicId, phone, sessionId: session.id, approved: false };
  return { session, clinic: { kind: 'clinic', ...clinic } };
}
