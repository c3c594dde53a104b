import { and, eq } from 'drizzle-orm';
import type { ActorOf } from '#platform/base/actor';
import { audit, withTransaction, publish } from '#engine';
import type { Ctx } from '#platform/context';
import { AppError } from '#platform/base/errors';
import { isId } from '#platform/base/ids';
import { identityEvents } from '../../events';
import { staffPasskey } from '../../tables.server';
import { requireFreshFactor } from '../../step-up/fresh-factor.server';

/** Removes one of the acting person's passkeys. Throws `step_up`, `not_found`. */
export async function removePasskey(
  ctx: Ctx<ActorOf<'staff'>>,
  { id }: { id: string },
): Promise<void> {
  await requireFreshFactor(ctx);
  const { id: staffId } = ctx.actor;
  await withTransaction(ctx, async (tx) => {
    const own = and(eq(staffPasskey.id, id), eq(staffPasskey.staffId, staffId));
    const removed = isId(id)
      ? await tx.db.delete(staffPasskey).where(own).returning({ id: staffPasskey.id })
      : [];
    if (removed.length === 0) throw new AppError('not_found');
    const object = { type: 'staff-passkey', id };
    await audit(tx, { action: 'identity.staff-passkey-removed', object, facts: { staffId } });
    await publish(tx, identityEvents['identity.staff-factor-changed'], { staffId });
  });
}
