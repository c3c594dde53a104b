import { eq } from 'drizzle-orm';
import type { ActorOf } from '#platform/base/actor';
import { sqlNow } from '#platform/time/clock';
import type { TxCtx } from '#platform/context';
import { patient } from '../tables.server';

/** The address that the acting patient has proved, in the transaction that uses the proof up. */
export async function setPatientEmail(
  tx: TxCtx<ActorOf<'patient'>>,
  { email }: { email: string },
): Promise<void> {
  await tx.db
    .update(patient)
    .set({ email, emailProvedAt: sqlNow, updatedAt: sqlNow })
    .where(eq(patient.id, tx.actor.id));
}
