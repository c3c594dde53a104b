import { and, asc, eq } from 'drizzle-orm';
import type { TxCtx } from '#platform/context';
import { AppError } from '#platform/base/errors';
import { staffAccount } from '../tables.server';
import { isActiveAccount } from '../sessions/staff-session.server';

/**
 * Locks all admins who can sign in, in one order, and throws `last_admin` when `leaving` is the only one: two
 * who demote each other at once leave one. Called before any account is locked by itself.
 */
export async function keepAnAdmin(tx: TxCtx, leaving: string): Promise<void> {
  const admins = await tx.db
    .select({ id: staffAccount.id })
    .from(staffAccount)
    .where(and(eq(staffAccount.role, 'admin'), isActiveAccount))
    .orderBy(asc(staffAccount.id))
    .for('update');
  if (admins.length === 1 && admins[0]!.id === leaving) throw new AppError('last_admin');
}
