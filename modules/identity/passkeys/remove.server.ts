import { and, eq } from 'drizzle-orm';
import { audit, withTransaction } from '#engine';
import type { Ctx } from '#platform/context';
import { AppError } from '#platform/base/errors';
import { isId } from '#platform/base/ids';
import { isOf, type AccountActor } from '../account-owner';
import { requireFreshFactor } from '../step-up/fresh-factor.server';
import { passkey } from '../tables.server';
import { publishFactorChange } from './factor-changed.server';

/** Removes one of the acting person's passkeys and has them told. Throws `step_up`, `not_found`. */
export async function removePasskeyOf(
  ctx: Ctx<AccountActor>,
  { id }: { id: string },
): Promise<void> {
  await requireFreshFactor(ctx);
  await withTransaction(ctx, async (tx) => {
    const removed = isId(id)
      ? await tx.db
          .delete(passkey)
          .where(and(eq(passkey.id, id), isOf(passkey, tx.actor)))
          .returning({ id: passkey.id })
      : [];
    if (removed.length === 0) throw new AppError('not_found');
    await audit(tx, { action: 'identity.passkey-removed', object: { type: 'passkey', id } });
    await publishFactorChange(tx);
  });
}
