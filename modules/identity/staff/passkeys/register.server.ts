import { eq } from 'drizzle-orm';
import type { ActorOf } from '#platform/base/actor';
import { audit, withTransaction, publish } from '#engine';
import { sqlNow } from '#platform/time/clock';
import type { Ctx } from '#platform/context';
import { AppError } from '#platform/base/errors';
import { newId } from '#platform/base/ids';
import { identityEvents } from '../../events';
import type { Challenged, NewPasskey } from '../../passkeys/challenged';
import { makeOptions, passkeyMade, type StoredPasskey } from '../../passkeys/webauthn.server';
import { staffAccount, staffPasskey } from '../../tables.server';
import { lockAccount } from '../account.server';
import { deviceOf } from '../../sessions/device';
import { requireFreshFactor } from '../../step-up/fresh-factor.server';
import { openPasskeyChallenge, spendPasskeyChallenge } from './challenges.server';

type Staff = Ctx<ActorOf<'staff'>>;

/** What a browser needs to make a passkey for the acting person. Throws `step_up`. */
export async function passkeyRegistrationOptions(ctx: Staff, rpName: string): Promise<Challenged> {
  await requireFreshFactor(ctx);
  const { id: staffId } = ctx.actor;
  const [account] = await ctx.db.select().from(staffAccount).where(eq(staffAccount.id, staffId));
  const known = await ctx.db.select().from(staffPasskey).where(eq(staffPasskey.staffId, staffId));
  const owner = { id: staffId, name: account!.email, displayName: account!.name };
  const options = await makeOptions(ctx.services.env, { rpName, owner, known });
  const opened = { purpose: 'register', staffId, challenge: options.challenge } as const;
  const challengeId = await openPasskeyChallenge(ctx, opened);
  return { challengeId, options: { ...options } };
}

/** Adds a passkey to the acting person's account. Throws `step_up`, `invalid_passkey`, `unauthenticated`. */
export async function addPasskey(ctx: Staff, input: NewPasskey): Promise<void> {
  await requireFreshFactor(ctx);
  const { id: staffId } = ctx.actor;
  const credential = await verified(ctx, input);
  await withTransaction(ctx, async (tx) => {
    // A reset or a switched off account takes every factor away: none may slip in behind it.
    await lockAccount(tx, staffId);
    await requireFreshFactor(tx);
    const id = newId();
    const added = await tx.db
      .insert(staffPasskey)
      .values({
        id,
        staffId,
        ...credential,
        label: input.label || deviceOf(input.userAgent),
        createdAt: sqlNow,
      })
      .onConflictDoNothing()
      .returning({ id: staffPasskey.id });
    if (added.length === 0) throw new AppError('invalid_passkey');
    const object = { type: 'staff-passkey', id };
    await audit(tx, { action: 'identity.staff-passkey-added', object, facts: { staffId } });
    await publish(tx, identityEvents['identity.staff-factor-changed'], { staffId });
  });
}

async function verified(ctx: Staff, { challengeId, response }: NewPasskey): Promise<StoredPasskey> {
  const spent = { id: challengeId, purpose: 'register', staffId: ctx.actor.id } as const;
  const expectedChallenge = await spendPasskeyChallenge(ctx, spent);
  const made =
    expectedChallenge && (await passkeyMade(ctx.services.env, { expectedChallenge, response }));
  if (!made) throw new AppError('invalid_passkey');
  return made;
}
