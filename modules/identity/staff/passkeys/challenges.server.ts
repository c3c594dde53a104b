import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { sqlNow } from '#platform/time/clock';
import type { Ctx } from '#platform/context';
import { inSeconds } from '#platform/base/duration';
import { isId, newId } from '#platform/base/ids';
import { staffChallenge } from '../../tables.server';
import { challengeLife } from '../../settings';

type Purpose = (typeof staffChallenge.$inferSelect)['purpose'];

/** Remembers a challenge that goes to a browser. `staffId` is null while nobody is signed in. */
export async function openPasskeyChallenge(
  ctx: Ctx,
  { purpose, staffId, challenge }: { purpose: Purpose; staffId: string | null; challenge: string },
): Promise<string> {
  const id = newId();
  await ctx.db.insert(staffChallenge).values({
    id,
    purpose,
    staffId,
    challenge,
    createdAt: sqlNow,
    expiresAt: sql`platform.now() + make_interval(secs => ${inSeconds(challengeLife)})`,
  });
  return id;
}

/**
 * Uses a challenge up before anything is compared with it, so that it is good once, right or wrong. Null when
 * it is unknown, used, too old, somebody else's, or was given for something else.
 */
export async function spendPasskeyChallenge(
  ctx: Ctx,
  { id, purpose, staffId }: { id: string; purpose: Purpose; staffId: string | null },
): Promise<string | null> {
  if (!isId(id)) return null;
  const whose = staffId ? eq(staffChallenge.staffId, staffId) : isNull(staffChallenge.staffId);
  const [row] = await ctx.db
    .update(staffChallenge)
    .set({ usedAt: sqlNow })
    .where(
      and(
        eq(staffChallenge.id, id),
        eq(staffChallenge.purpose, purpose),
        whose,
        isNull(staffChallenge.usedAt),
        gt(staffChallenge.expiresAt, sql`platform.now()`),
      ),
    )
    .returning({ challenge: staffChallenge.challenge });
  return row?.challenge ?? null;
}
