import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { sqlNow } from '#platform/time/clock';
import type { Ctx } from '#platform/context';
import { inSeconds } from '#platform/base/duration';
import { isId, newId, sha256 } from '#platform/base/ids';
import { isOf, ownerOf, type Account, type AccountKind } from '../account-owner';
import { challengeLife } from '../rules';
import { passkeyChallenge } from '../tables.server';

/** What a challenge is for, and the browser that it is good in. */
export interface ChallengeBinding {
  readonly purpose: (typeof passkeyChallenge.$inferSelect)['purpose'];
  readonly principal: AccountKind;
  /** Null while nobody is signed in. */
  readonly account: Account | null;
  /** Of the sign-in's cookie, or of the session. */
  readonly browserToken: string;
}

/** Remembers a challenge that goes to a browser. */
export async function openChallengeFor(
  ctx: Ctx,
  { purpose, principal, account, browserToken }: ChallengeBinding,
  challenge: string,
): Promise<string> {
  const id = newId();
  await ctx.db.insert(passkeyChallenge).values({
    id,
    purpose,
    principal,
    ...(account ? ownerOf(account) : {}),
    browserHash: sha256(browserToken),
    challenge,
    createdAt: sqlNow,
    expiresAt: sql`platform.now() + make_interval(secs => ${inSeconds(challengeLife)})`,
  });
  return id;
}

/**
 * Uses a challenge up before anything is compared with it, so that it is good once, right or wrong. Null when
 * it is unknown, used, too old, another browser's or person's, or was given for something else.
 */
export async function spendChallengeOf(
  ctx: Ctx,
  { purpose, principal, account, browserToken }: ChallengeBinding,
  id: string,
): Promise<string | null> {
  if (!isId(id)) return null;
  const [row] = await ctx.db
    .update(passkeyChallenge)
    .set({ usedAt: sqlNow })
    .where(
      and(
        eq(passkeyChallenge.id, id),
        eq(passkeyChallenge.purpose, purpose),
        eq(passkeyChallenge.principal, principal),
        account ? isOf(passkeyChallenge, account) : undefined,
        eq(passkeyChallenge.browserHash, sha256(browserToken)),
        isNull(passkeyChallenge.usedAt),
        gt(passkeyChallenge.expiresAt, sql`platform.now()`),
      ),
    )
    .returning({ challenge: passkeyChallenge.challenge });
  return row?.challenge ?? null;
}
