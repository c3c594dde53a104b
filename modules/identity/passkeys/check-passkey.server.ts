import { and, eq, isNotNull } from 'drizzle-orm';
import { sqlNow } from '#platform/time/clock';
import type { Ctx, TxCtx } from '#platform/context';
import { isOf } from '../account-owner';
import { passkey } from '../tables.server';
import type { Challenged, PasskeyAnswer } from './challenged';
import { openChallengeFor, spendChallengeOf, type ChallengeBinding } from './challenges.server';
import { counterShown, showOptions } from './webauthn.server';

type PasskeyRow = typeof passkey.$inferSelect;

/** What a browser needs to show a passkey: any that it has at a sign-in, one of the person's own at a step-up. */
export async function optionsToShow(ctx: Ctx, binding: ChallengeBinding): Promise<Challenged> {
  const own = binding.account
    ? await ctx.db.select().from(passkey).where(isOf(passkey, binding.account))
    : [];
  const options = await showOptions(ctx.services.env, own);
  const challengeId = await openChallengeFor(ctx, binding, options.challenge);
  return { challengeId, options: { ...options } };
}

export interface CheckedPasskey {
  readonly row: PasskeyRow;
  readonly newCounter: number;
}

/**
 * Whether an answer was signed by a passkey of this role, and of this person where one is signed in, for the
 * challenge it names, with the person verified by their device. The challenge is spent either way. Null when
 * anything does not fit.
 */
export async function checkPasskeyOf(
  ctx: Ctx,
  { challengeId, response }: PasskeyAnswer,
  binding: ChallengeBinding,
): Promise<CheckedPasskey | null> {
  const { account, principal } = binding;
  const expectedChallenge = await spendChallengeOf(ctx, binding, challengeId);
  const ofRole = isNotNull(principal === 'patient' ? passkey.patientId : passkey.clinicId);
  const [row] = await ctx.db
    .select()
    .from(passkey)
    .where(and(eq(passkey.credentialId, response.id), account ? isOf(passkey, account) : ofRole));
  if (!expectedChallenge || !row) return null;
  const newCounter = await counterShown(ctx.services.env, { expectedChallenge, row, response });
  return newCounter === null ? null : { row, newCounter };
}

/** Notes the use of a passkey; false when it was removed or used elsewhere since it was read. */
export async function usePasskeyOf(
  tx: TxCtx,
  { row, newCounter }: CheckedPasskey,
): Promise<boolean> {
  const used = await tx.db
    .update(passkey)
    .set({ counter: newCounter, lastUsedAt: sqlNow })
    .where(and(eq(passkey.id, row.id), eq(passkey.counter, row.counter)))
    .returning({ id: passkey.id });
  return used.length === 1;
}
