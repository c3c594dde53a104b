import { eq } from 'drizzle-orm';
import type { TxCtx } from '#platform/context';
import { AppError } from '#platform/errors';
import { isId } from '#platform/ids';
import { staffAccount } from '../tables.server';
import type { StaffRow } from './use-totp.server';

/** The account, locked until the transaction ends. Throws `not_found`. */
export async function lockAccount(tx: TxCtx, id: string): Promise<StaffRow> {
  const [row] = isId(id)
    ? await tx.db.select().from(staffAccount).where(eq(staffAccount.id, id)).for('update')
    : [];
  if (!row) throw new AppError('not_found');
  return row;
}
