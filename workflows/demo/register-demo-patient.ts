import { completeRegistration, openSession, resolveSession } from '#modules/identity';
import type { ActorOf } from '#platform/base/actor';
import { actAs, type TxCtx } from '#platform/context';

interface Person {
  /** E.164; of the range that is kept free for examples. */
  readonly phoneNumber: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
}

/** As after a verified code: the pre-session of the phone becomes a patient's. Throws `already_registered`. */
export async function registerDemoPatient(
  tx: TxCtx,
  person: Person,
): Promise<{ actor: ActorOf<'patient'>; token: string }> {
  const { phoneNumber: phone, firstName, lastName, email } = person;
  const { id: sessionId } = await openSession(tx, {
    principal: 'patient',
    phase: 'phone-verified',
    phone,
  });
  const verified = actAs(tx, {
    kind: 'phone-verified',
    role: 'patient',
    phone,
    sessionId,
  } as const);
  const profile = { phoneNumber: phone, firstName, lastName, email };
  const { token } = (await completeRegistration(verified, profile)).session;
  const actor = await resolveSession(tx, { principal: 'patient', token, renew: false });
  if (actor?.kind !== 'patient') throw new Error('a demo patient has no session');
  return { actor, token };
}
