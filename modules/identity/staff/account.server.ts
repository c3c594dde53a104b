import { eq } from 'drizzle-orm';
import type { Ctx, TxCtx } from '#platform/context';
import { AppError } from '#platform/base/errors';
import { isId } from '#platform/base/ids';
import { staffAccount } from '../tables.server';
import { asEmail } from './email';
import { requireManager, type Manager } from './policy.server';
import type { StaffRow } from './use-totp.server';

/** The account, locked until the transaction ends. Throws `not_found`. */
export async function lockAccount(tx: TxCtx, id: string): Promise<StaffRow> {
  const [row] = isId(id)
    ? await tx.db.select().from(staffAccount).where(eq(staffAccount.id, id)).for('update')
    : [];
  if (!row) throw new AppError('not_found');
  return row;
}

/** The id of the account with an e-mail address, however it is spelled. Throws `forbidden`, `not_found`. */
export async function staffIdOf(ctx: Ctx<Manager>, email: string): Promise<string> {
  await requireManager(ctx);
  const [row] = await ctx.db
    .select({ id: staffAccount.id })
    .from(staffAccount)
    .where(eq(staffAccount.email, asEmail(email)));
  if (!row) throw new AppError('not_found');
  return row.id;
}
