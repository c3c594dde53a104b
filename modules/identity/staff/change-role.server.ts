import { eq } from 'drizzle-orm';
import { audit, withTransaction } from '#engine';
import type { Ctx } from '#platform/context';
import { AppError } from '#platform/base/errors';
import type { StaffRole } from '../staff-records';
import { staffAccount } from '../tables.server';
import { lockAccount } from './account.server';
import { endAllSessions } from './end-sessions.server';
import { keepAnAdmin } from './last-admin.server';
import { requireManager, type Manager } from './policy.server';

/**
 * Gives an account another role and ends its sessions. Throws `forbidden`, `step_up`, `not_found`,
 * `last_admin`, and `event_refused` for a disabled account or the role it has.
 */
export async function changeStaffRole(
  ctx: Ctx<Manager>,
  { staffId, role }: { staffId: string; role: StaffRole },
): Promise<void> {
  await requireManager(ctx, { fresh: true });
  await withTransaction(ctx, async (tx) => {
    if (role !== 'admin') await keepAnAdmin(tx, staffId);
    const account = await lockAccount(tx, staffId);
    if (account.disabledAt || account.role === role) throw new AppError('event_refused');
    await tx.db.update(staffAccount).set({ role }).where(eq(staffAccount.id, staffId));
    await endAllSessions(tx, staffId);
    await audit(tx, {
      action: 'identity.staff-role-changed',
      object: { type: 'staff', id: staffId },
      facts: { from: account.role, to: role },
    });
  });
}
