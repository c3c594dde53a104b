import { eq } from 'drizzle-orm';
import { audit } from '#platform/audit';
import type { ActorOf } from '#platform/actor';
import { sqlNow } from '#platform/clock';
import { transaction, type Ctx } from '#platform/context';
import { AppError } from '#platform/errors';
import type { User } from '../contract';
import { toUser } from '../patients.server';
import { patient } from '../tables.server';
import type { Registration } from './complete-registration.server';
import { requireOwnPhone } from './require-own-phone.server';

/** Changes names and e-mail of the acting patient. The phone is immutable: another one throws `forbidden`. */
export async function updateProfile(
  ctx: Ctx<ActorOf<'patient'>>,
  { phoneNumber, firstName, lastName, email }: Registration,
): Promise<User> {
  await requireOwnPhone(ctx, phoneNumber);
  return transaction(ctx, async (tx) => {
    const [row] = await tx.db
      .update(patient)
      .set({ firstName, lastName, email, updatedAt: sqlNow })
      .where(eq(patient.id, ctx.actor.id))
      .returning();
    if (!row) throw new AppError('unauthenticated');
    await audit(tx, {
      action: 'identity.profile-updated',
      object: { type: 'patient', id: row.id },
    });
    return toUser(row);
  });
}
