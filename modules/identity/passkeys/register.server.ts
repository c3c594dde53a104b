import { count } from 'drizzle-orm';
import { audit, withTransaction } from '#engine';
import { sqlNow } from '#platform/time/clock';
import type { Ctx } from '#platform/context';
import { AppError } from '#platform/base/errors';
import { newId } from '#platform/base/ids';
import { isOf, ownerOf, type AccountActor } from '../account-owner';
import { lockAccountOf } from '../lock-account.server';
import { deviceOf } from '../sessions/device';
import { requireFreshFactor } from '../step-up/fresh-factor.server';
import { passkey } from '../tables.server';
import type { Challenged, NewPasskey } from './challenged';
import { openChallengeFor, spendChallengeOf, type ChallengeBinding } from './challenges.server';
import { publishFactorChange } from './factor-changed.server';
import { makeOptions, passkeyMade, type PasskeyOwner, type StoredPasskey } from './webauthn.server';

type Acting = Ctx<AccountActor>;
type OfSession = { readonly sessionToken: string };

/** More than anybody has devices for. */
const maxPasskeys = 20;

const bindingOf = ({ actor }: Acting, browserToken: string): ChallengeBinding => ({
  purpose: 'register',
  principal: actor.kind,
  account: actor,
  browserToken,
});

/** What a browser needs to make a passkey for the acting person, who is listed on it as `owner`. Throws `step_up`. */
export async function passkeyOptionsToMake(
  ctx: Acting,
  input: OfSession & { readonly rpName: string; readonly owner: Omit<PasskeyOwner, 'id'> },
): Promise<Challenged> {
  await requireFreshFactor(ctx);
  const known = await ctx.db.select().from(passkey).where(isOf(passkey, ctx.actor));
  const owner = { id: ctx.actor.id, ...input.owner };
  const options = await makeOptions(ctx.services.env, { rpName: input.rpName, owner, known });
  const binding = bindingOf(ctx, input.sessionToken);
  const challengeId = await openChallengeFor(ctx, binding, options.challenge);
  return { challengeId, options: { ...options } };
}

/** Adds a passkey to the acting person's account and has them told. Throws `step_up`, `invalid_passkey`, `unauthenticated`. */
export async function addPasskeyOf(ctx: Acting, input: NewPasskey & OfSession): Promise<void> {
  await requireFreshFactor(ctx);
  const made = await verified(ctx, input);
  await withTransaction(ctx, async (tx) => {
    // An account that goes takes every passkey with it: none may slip in behind it.
    await lockAccountOf(tx, tx.actor);
    await requireFreshFactor(tx);
    const [held] = await tx.db.select({ n: count() }).from(passkey).where(isOf(passkey, tx.actor));
    const id = newId();
    const added =
      held!.n >= maxPasskeys
        ? []
        : await tx.db
            .insert(passkey)
            .values({
              id,
              ...ownerOf(tx.actor),
              ...made,
              label: input.label || deviceOf(input.userAgent),
              createdAt: sqlNow,
            })
            .onConflictDoNothing()
            .returning({ id: passkey.id });
    if (added.length === 0) throw new AppError('invalid_passkey');
    await audit(tx, { action: 'identity.passkey-added', object: { type: 'passkey', id } });
    await publishFactorChange(tx);
  });
}

async function verified(
  ctx: Acting,
  { challengeId, response, sessionToken }: NewPasskey & OfSession,
): Promise<StoredPasskey> {
  const expectedChallenge = await spendChallengeOf(ctx, bindingOf(ctx, sessionToken), challengeId);
  const made =
    expectedChallenge && (await passkeyMade(ctx.services.env, { expectedChallenge, response }));
  if (!made) throw new AppError('invalid_passkey');
  return made;
}
