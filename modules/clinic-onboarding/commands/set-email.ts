import { eq } from 'drizzle-orm';
import type { ActorOf } from '#platform/base/actor';
import { sqlNow } from '#platform/time/clock';
import type { TxCtx } from '#platform/context';
import { clinic } from '../tables.server';

/** The address that the acting clinic has proved, in the transaction that uses the proof up. */
export async function setClinicEmail(
  tx: TxCtx<ActorOf<'clinic'>>,
  { email }: { email: string },
): Promise<void> {
  await tx.db
    .update(clinic)
    .set({ email, emailProvedAt: sqlNow })
    .where(eq(clinic.id, tx.actor.id));
}
