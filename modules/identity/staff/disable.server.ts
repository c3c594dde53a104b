import { eq } from 'drizzle-orm';
import { audit, withTransaction } from '#engine';
import { sqlNow } from '#platform/time/clock';
import type { Ctx } from '#platform/context';
import { AppError } from '#platform/base/errors';
import { staffAccount } from '../tables.server';
import { lockAccount } from './account.server';
import { endAllSessions } from './end-sessions.server';
import { endInvites } from './invite.server';
import { keepAnAdmin } from './last-admin.server';
import { requireManager, type Manager } from './policy.server';

type Input = { staffId: string };

/**
 * Shuts an account out at once: sessions and links end. The last admin may be shut out by our command line
 * only, for an account that was taken over. Throws `forbidden`, `not_found`, `last_admin`, `event_refused`.
 */
export async function disableStaff(ctx: Ctx<Manager>, { staffId }: Input): Promise<void> {
  await requireManager(ctx);
  await withTransaction(ctx, async (tx) => {
    if (ctx.actor.kind === 'staff') await keepAnAdmin(tx, staffId);
    const account = await lockAccount(tx, staffId);
    if (account.disabledAt) throw new AppError('event_refused');
    const disabled = { disabledAt: sqlNow };
    await tx.db.update(staffAccount).set(disabled).where(eq(staffAccount.id, staffId));
    await endInvites(tx, staffId);
    const ended = await endAllSessions(tx, staffId);
    await audit(tx, {
      action: 'identity.staff-disabled',
      object: { type: 'staff', id: staffId },
      facts: { ended },
    });
  });
}

/** Lets a disabled account sign in again with the factors it had. Throws `forbidden`, `step_up`, `not_found`, `event_refused`. */
export async function enableStaff(ctx: Ctx<Manager>, { staffId }: Input): Promise<void> {
  await requireManager(ctx, { fresh: true });
  await withTransaction(ctx, async (tx) => {
    const account = await lockAccount(tx, staffId);
    if (!account.disabledAt) throw new AppError('event_refused');
    await tx.db.update(staffAccount).set({ disabledAt: null }).where(eq(staffAccount.id, staffId));
    await audit(tx, { action: 'identity.staff-enabled', object: { type: 'staff', id: staffId } });
  });
}
