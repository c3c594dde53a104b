import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server';
import { eq } from 'drizzle-orm';
import type { ActorOf } from '#platform/actor';
import { audit } from '#platform/audit';
import { sqlNow } from '#platform/clock';
import { transaction, type Ctx } from '#platform/context';
import { AppError } from '#platform/errors';
import { publish } from '#platform/events';
import { newId } from '#platform/ids';
import type { RegisteredPasskey } from '../../contract';
import { staffAccount, staffPasskey } from '../../tables.server';
import { lockAccount } from '../account.server';
import { deviceOf } from '../device';
import { requireFreshFactor } from '../fresh-factor.server';
import type { Challenged } from './challenged';
import { openPasskeyChallenge, spendPasskeyChallenge } from './challenges.server';
import { algorithms, relyingParty } from './relying-party';

type Staff = Ctx<ActorOf<'staff'>>;

/** What a browser needs to make a passkey for the acting person. Throws `step_up`. */
export async function passkeyRegistrationOptions(ctx: Staff, rpName: string): Promise<Challenged> {
  await requireFreshFactor(ctx);
  const { id: staffId } = ctx.actor;
  const [account] = await ctx.db.select().from(staffAccount).where(eq(staffAccount.id, staffId));
  const known = await ctx.db.select().from(staffPasskey).where(eq(staffPasskey.staffId, staffId));
  const options = await generateRegistrationOptions({
    rpName,
    rpID: relyingParty(ctx.services.env).rpID,
    userID: new Uint8Array(Buffer.from(staffId)),
    userName: account!.email,
    userDisplayName: account!.name,
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: known.map(({ credentialId: id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  const opened = { purpose: 'register', staffId, challenge: options.challenge } as const;
  const challengeId = await openPasskeyChallenge(ctx, opened);
  return { challengeId, options: { ...options } };
}

export interface NewPasskey {
  readonly challengeId: string;
  /** What people call it; by default the browser and system that made it. */
  readonly label?: string;
  readonly response: RegisteredPasskey;
  readonly userAgent: string | null;
}

/** Adds a passkey to the acting person's account. Throws `step_up`, `invalid_passkey`, `unauthenticated`. */
export async function addPasskey(ctx: Staff, input: NewPasskey): Promise<void> {
  await requireFreshFactor(ctx);
  const { id: staffId } = ctx.actor;
  const credential = await verified(ctx, input);
  await transaction(ctx, async (tx) => {
    // A reset or a switched off account takes every factor away: none may slip in behind it.
    await lockAccount(tx, staffId);
    await requireFreshFactor(tx);
    const id = newId();
    const added = await tx.db
      .insert(staffPasskey)
      .values({
        id,
        staffId,
        credentialId: credential.id,
        publicKey: Buffer.from(credential.publicKey),
        counter: credential.counter,
        transports: (credential.transports ?? []).slice(0, 10),
        label: input.label || deviceOf(input.userAgent),
        createdAt: sqlNow,
      })
      .onConflictDoNothing()
      .returning({ id: staffPasskey.id });
    if (added.length === 0) throw new AppError('invalid_passkey');
    const object = { type: 'staff-passkey', id };
    await audit(tx, { action: 'identity.staff-passkey-added', object, facts: { staffId } });
    await publish(tx, { type: 'identity.staff-factor-changed', staffId });
  });
}

async function verified(ctx: Staff, { challengeId, response }: NewPasskey) {
  const spent = { id: challengeId, purpose: 'register', staffId: ctx.actor.id } as const;
  const expectedChallenge = await spendPasskeyChallenge(ctx, spent);
  if (!expectedChallenge) throw new AppError('invalid_passkey');
  const { rpID, expectedOrigin } = relyingParty(ctx.services.env);
  // The library throws for everything that does not fit; none of it is a fault of ours.
  const result = await verifyRegistrationResponse({
    response,
    expectedChallenge,
    expectedOrigin,
    expectedRPID: rpID,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => null);
  if (!result?.verified) throw new AppError('invalid_passkey');
  return result.registrationInfo.credential;
}
