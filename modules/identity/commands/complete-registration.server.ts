import { eq } from 'drizzle-orm';
import { audit, withTransaction, publish } from '#engine';
import type { ActorOf } from '#platform/base/actor';
import { sqlNow } from '#platform/time/clock';
import type { Ctx } from '#platform/context';
import { AppError } from '#platform/base/errors';
import { newId } from '#platform/base/ids';
import type { Profile } from '../profile';
import type { User } from '../user-dto';
import { identityEvents } from '../events';
import { toUser } from '../patients.server';
import { exchangeSession } from '../sessions/end-session.server';
import { openSession, type OpenedSession } from '../sessions/open-session.server';
import { patient, profileDraft } from '../tables.server';
import { agreeToTermsOf } from './record-consent.server';
import { requireOwnPhone } from './require-own-phone.server';

export interface Registration extends Profile {
  phoneNumber: string;
}

/**
 * Makes a patient of a verified phone, records the consents given with it, and exchanges the pre-session for
 * a full one under a new token. Throws `forbidden` for another phone, `already_registered`.
 */
export async function completeRegistration(
  ctx: Ctx<ActorOf<'phone-verified'> | ActorOf<'patient'>>,
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
    const opened = await openSession(tx, {
      principal: 'patient',
      phase: 'full',
      subjectId: created.id,
      phone,
      ...kept,
    });
    await agreeToTermsOf(tx, created.id);
    await publish(tx, identityEvents['identity.email-proof-owed'], {
      principal: 'patient',
      accountId: created.id,
    });
    await audit(tx, {
      action: 'identity.registered',
      object: { type: 'patient', id: created.id },
    });
    return { session: opened, user: toUser(profile) };
  });
}
