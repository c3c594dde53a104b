import { eq } from 'drizzle-orm';
import type { TxCtx } from '#platform/context';
import { AppError } from '#platform/base/errors';
import type { Account } from './account-owner';
import { clinicAccount, patient } from './tables.server';

/** Holds an account until the transaction ends: what belongs to it changes one at a time. Throws `unauthenticated` when it is gone. */
export async function lockAccountOf({ db }: TxCtx, { kind, id }: Account): Promise<void> {
  const account = kind === 'patient' ? patient : clinicAccount;
  const [row] = await db
    .select({ id: account.id })
    .from(account)
    .where(eq(account.id, id))
    .for('update');
  if (!row) throw new AppError('unauthenticated');
}
