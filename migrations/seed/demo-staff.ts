import { withTransaction } from '#engine';
import { createHmac } from 'node:crypto';
import { Secret } from 'otpauth';
import { addStaff, enrolStaff, totpCodeAt } from '#modules/identity';
import type { ActorOf } from '#platform/base/actor';
import { now } from '#platform/time/clock';
import type { CtxOf, TxCtx } from '#platform/context';
import type { Env } from '#platform/config/env';
import { days } from '#platform/base/duration';
import { isAppError } from '#platform/base/errors';
import { newId } from '#platform/base/ids';
import { dropClock, setClock } from './seed-clock';

const people = [
  { email: 'reviewer@demo.example', name: 'Robin Reviewer (demo)', role: 'reviewer' },
  { email: 'admin@demo.example', name: 'Alex Admin (demo)', role: 'admin' },
] as const;

/** How to sign in to one account of the demo; `totpSecret` is base32. */
export interface StaffSignIn {
  readonly email: string;
  readonly password: string;
  readonly totpSecret: string;
}

/**
 * Derived from a secret that every demo makes for itself: the same on each run, so a seed that was killed
 * half-way leaves no account whose password nobody knows.
 */
function signInOf(env: Env, email: string): StaffSignIn {
  const derived = (what: string) =>
    createHmac('sha256', env.STAFF_CIPHER_KEYS.at(-1)!).update(`demo:${what}:${email}`).digest();
  return {
    email,
    password: derived('password').toString('base64url').slice(0, 24),
    totpSecret: new Secret({ buffer: new Uint8Array(derived('totp')).buffer.slice(0, 20) }).base32,
  };
}

export const staffSignIns = (env: Env): StaffSignIn[] =>
  people.map(({ email }) => signInOf(env, email));

/** One account of each role, enrolled a while ago; those that exist are left alone. */
export async function seedStaff(ctx: CtxOf<'system'>): Promise<void> {
  for (const person of people) {
    const { password, totpSecret } = signInOf(ctx.services.env, person.email);
    try {
      await withTransaction(ctx, async (tx) => {
        await setClock(tx, days(90));
        const { link } = await addStaff(tx, { ...person, totpSecret });
        const code = totpCodeAt(totpSecret, await now(tx));
        await enrolStaff(tx, { token: link.split('#')[1]!, password, code });
        await dropClock(tx);
      });
    } catch (error) {
      if (!isAppError(error) || error.code !== 'staff_exists') throw error;
    }
  }
}

/** Who decided about the clinics of the demo. Signed in nowhere. */
export async function demoReviewer({ tx }: TxCtx): Promise<ActorOf<'staff'>> {
  const { rows } = await tx.query<{ id: string }>(
    'select id from identity.staff_account where email = $1',
    [people[0].email],
  );
  return { kind: 'staff', id: rows[0]!.id, role: 'reviewer', sessionId: newId() };
}
