import { audit, withTransaction } from '#engine';
import type { Ctx } from '#platform/context';
import { endSessionOfToken } from '../sessions/end-session.server';
import type { Principal } from '../sessions/open-session.server';

/** Ends the session of a cookie, whatever its phase; without one there is nothing to do. */
export async function signOut(
  ctx: Ctx,
  { principal, token }: { principal: Principal; token: string | null },
): Promise<void> {
  if (!token) return;
  await withTransaction(ctx, async (tx) => {
    const id = await endSessionOfToken(tx, { principal, token });
    if (id) await audit(tx, { action: 'identity.signed-out', object: { type: 'session', id } });
  });
}
