import { actorRef } from '#platform/base/actor';
import { audit, withTransaction } from '#engine';
import { sqlNow } from '#platform/time/clock';
import type { Ctx } from '#platform/context';
import { AppError } from '#platform/base/errors';
import { newId } from '#platform/base/ids';
import type { StaffRole } from '../staff-records';
import { staffAccount } from '../tables.server';
import { asEmail } from './email';
import { inviteTo } from './invite.server';
import { requireManager, type Manager } from './policy.server';

export interface NewStaff {
  readonly email: string;
  readonly name: string;
  readonly role: StaffRole;
  /** base32, for an authenticator app that has it already; by default a new one is made. */
  readonly totpSecret?: string;
}

/**
 * Makes an account that nobody can sign in to until its link was used. The answer is the only place where
 * the link is. Throws `forbidden`, `step_up`, `staff_exists`.
 */
export async function addStaff(
  ctx: Ctx<Manager>,
  { email, name, role, totpSecret }: NewStaff,
): Promise<{ id: string; link: string }> {
  await requireManager(ctx, { fresh: true });
  return withTransaction(ctx, async (tx) => {
    const id = newId();
    const added = await tx.db
      .insert(staffAccount)
      .values({
        id,
        email: asEmail(email),
        name,
        role,
        createdAt: sqlNow,
        createdBy: actorRef(ctx.actor),
      })
      .onConflictDoNothing()
      .returning({ id: staffAccount.id });
    if (added.length === 0) throw new AppError('staff_exists');
    await audit(tx, {
      action: 'identity.staff-added',
      object: { type: 'staff', id },
      facts: { role },
    });
    return { id, link: await inviteTo(tx, id, totpSecret) };
  });
}
