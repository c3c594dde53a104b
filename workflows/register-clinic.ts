import { withTransaction } from '#engine';
import type { ClinicDetails } from '#contracts/clinic-onboarding';
import { registerClinic as storeClinic } from '#modules/clinic-onboarding';
import { createClinicAccount, type OpenedSession } from '#modules/identity';
import type { ActorOf } from '#platform/base/actor';
import type { CtxOf } from '#platform/context';
import { AppError } from '#platform/base/errors';
import { lookAtOneClinic } from './twins/look';

export interface RegisteredClinic {
  readonly session: OpenedSession;
  readonly clinic: ActorOf<'clinic'>;
}

/**
 * A clinic completes its registration: account, clinic, documents and the start of its application stand or
 * fall together, and the pre-session is exchanged for a full one. The phone is the session's.
 *
 * @throws AppError `already_registered`; `unauthenticated` when the pre-session ended meanwhile.
 */
export async function registerClinic(
  ctx: CtxOf<'phone-verified' | 'clinic'>,
  { clinicId, details }: { clinicId: string; details: ClinicDetails },
): Promise<RegisteredClinic> {
  const { actor } = ctx;
  if (actor.kind === 'clinic') throw new AppError('already_registered');
  return withTransaction({ ...ctx, actor }, async (tx) => {
    const registered = await createClinicAccount(tx, { clinicId, name: details.doctorName });
    await storeClinic(tx, { clinicId, details });
    await lookAtOneClinic(tx, clinicId);
    return registered;
  });
}
