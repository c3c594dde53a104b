import { and, eq, isNull } from 'drizzle-orm';
import { audit, withTransaction } from '#engine';
import { sqlNow } from '#platform/time/clock';
import type { Ctx } from '#platform/context';
import { sha256 } from '#platform/base/ids';
import { staffSession } from '../tables.server';

/** Ends the session of a staff cookie; without one there is nothing to do. */
export async function signOutStaff(ctx: Ctx, token: string | null): Promise<void> {
  if (!token) return;
  await withTransaction(ctx, async (tx) => {
    const [ended] = await tx.db
      .update(staffSession)
      .set({ endedAt: sqlNow })
      .where(and(eq(staffSession.tokenHash, sha256(token)), isNull(staffSession.endedAt)))
      .returning({ id: staffSession.id, staffId: staffSession.staffId });
    if (!ended) return;
    await audit(tx, {
      action: 'identity.staff-signed-out',
      object: { type: 'staff-session', id: ended.id },
      facts: { staffId: ended.staffId },
    });
  });
}
