import { eq } from 'drizzle-orm';
import { audit, withTransaction, publish } from '#engine';
import type { Ctx, TxCtx } from '#platform/context';
import { AppError } from '#platform/base/errors';
import { identityEvents } from '../events';
import { staffAccount, staffPasskey } from '../tables.server';
import { lockAccount } from './account.server';
import { endAllSessions } from './end-sessions.server';
import { inviteTo } from './invite.server';
import { keepAnAdmin } from './last-admin.server';
import { requireManager, type Manager } from './policy.server';

type Input = { staffId: string };

/**
 * A new link for somebody who has not used theirs; the old one ends. Throws `forbidden`, `step_up`,
 * `not_found`, and `event_refused` when the account is enrolled or disabled.
 */
export async function inviteStaffAgain(
  ctx: Ctx<Manager>,
  { staffId }: Input,
): Promise<{ link: string }> {
  await requireManager(ctx, { fresh: true });
  return withTransaction(ctx, async (tx) => {
    const account = await lockAccount(tx, staffId);
    if (account.enrolledAt || account.disabledAt) throw new AppError('event_refused');
    await audit(tx, {
      action: 'identity.staff-invited-again',
      object: { type: 'staff', id: staffId },
    });
    return { link: await inviteTo(tx, staffId) };
  });
}

/**
 * Takes every factor of an account away and answers a link to set new ones, for a lost phone. Throws
 * `forbidden`, `step_up`, `not_found`, `event_refused` when it is not enrolled or disabled, and `last_admin`:
 * the only admin is helped by our command line.
 */
export async function resetStaffFactors(
  ctx: Ctx<Manager>,
  { staffId }: Input,
): Promise<{ link: string }> {
  await requireManager(ctx, { fresh: true });
  return withTransaction(ctx, async (tx) => {
    if (ctx.actor.kind === 'staff') await keepAnAdmin(tx, staffId);
    const account = await lockAccount(tx, staffId);
    if (!account.enrolledAt || account.disabledAt) throw new AppError('event_refused');
    await dropFactors(tx, staffId);
    await audit(tx, {
      action: 'identity.staff-factors-reset',
      object: { type: 'staff', id: staffId },
    });
    await publish(tx, identityEvents['identity.staff-factor-changed'], { staffId });
    return { link: await inviteTo(tx, staffId) };
  });
}

async function dropFactors(tx: TxCtx, staffId: string): Promise<void> {
  await tx.db
    .update(staffAccount)
    .set({ passwordHash: null, totpCipher: null, totpStep: null, enrolledAt: null })
    .where(eq(staffAccount.id, staffId));
  await tx.db.delete(staffPasskey).where(eq(staffPasskey.staffId, staffId));
  await endAllSessions(tx, staffId);
}
