import { and, eq } from 'drizzle-orm';
import { sqlNow } from '#platform/time/clock';
import type { Ctx, TxCtx } from '#platform/context';
import type { Challenged, PasskeyAnswer } from '../../passkeys/challenged';
import { counterShown, showOptions } from '../../passkeys/webauthn.server';
import { staffPasskey } from '../../tables.server';
import { openPasskeyChallenge, spendPasskeyChallenge } from './challenges.server';

type PasskeyRow = typeof staffPasskey.$inferSelect;
type Purpose = 'sign-in' | 'step-up';

/** What a browser needs to show a passkey: any of ours at a sign-in, one of the person's own at a step-up. */
export async function passkeyOptions(
  ctx: Ctx,
  { purpose, staffId }: { purpose: Purpose; staffId: string | null },
): Promise<Challenged> {
  const own = staffId
    ? await ctx.db.select().from(staffPasskey).where(eq(staffPasskey.staffId, staffId))
    : [];
  const options = await showOptions(ctx.services.env, own);
  const opened = { purpose, staffId, challenge: options.challenge };
  const challengeId = await openPasskeyChallenge(ctx, opened);
  return { challengeId, options: { ...options } };
}

export interface CheckedPasskey {
  readonly row: PasskeyRow;
  readonly newCounter: number;
}

/**
 * Whether an answer was signed by a passkey of ours for the challenge it names, with the person verified by
 * their device. The challenge is spent either way. Null when anything does not fit.
 */
export async function checkPasskey(
  ctx: Ctx,
  { challengeId, response }: PasskeyAnswer,
  { purpose, staffId }: { purpose: Purpose; staffId: string | null },
): Promise<CheckedPasskey | null> {
  const expectedChallenge = await spendPasskeyChallenge(ctx, { id: challengeId, purpose, staffId });
  const [row] = await ctx.db
    .select()
    .from(staffPasskey)
    .where(
      and(
        eq(staffPasskey.credentialId, response.id),
        staffId ? eq(staffPasskey.staffId, staffId) : undefined,
      ),
    );
  if (!expectedChallenge || !row) return null;
  const newCounter = await counterShown(ctx.services.env, { expectedChallenge, row, response });
  return newCounter === null ? null : { row, newCounter };
}

/** Notes the use of a passkey; false when it was removed or used elsewhere since it was read. */
export async function usePasskey(tx: TxCtx, { row, newCounter }: CheckedPasskey): Promise<boolean> {
  const used = await tx.db
    .update(staffPasskey)
    .set({ counter: newCounter, lastUsedAt: sqlNow })
    .where(and(eq(staffPasskey.id, row.id), eq(staffPasskey.counter, row.counter)))
    .returning({ id: staffPasskey.id });
  return used.length === 1;
}
