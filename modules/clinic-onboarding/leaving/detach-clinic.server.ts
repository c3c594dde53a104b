import { eq } from 'drizzle-orm';
import type { TxCtx } from '#platform/context';
import { detached } from '../detached';
import { clinic, clinicDocument, registrationDraft } from '../tables.server';

/**
 * Takes a clinic off its number and out of the directory, within the transaction that closes its account. Its row is
 * locked, so that offers that are being sent are seen by whoever withdraws them next.
 */
export async function detachClinic(ctx: TxCtx, { clinicId }: { clinicId: string }): Promise<void> {
  const [row] = await ctx.db
    .select({ phone: clinic.phone })
    .from(clinic)
    .where(eq(clinic.id, clinicId))
    .for('update');
  if (!row) return;
  const phone = detached(clinicId);
  await ctx.db.update(clinic).set({ phone, listed: false }).where(eq(clinic.id, clinicId));
  await ctx.db
    .update(clinicDocument)
    .set({ phone, clinicId })
    .where(eq(clinicDocument.phone, row.phone));
  await ctx.db.delete(registrationDraft).where(eq(registrationDraft.phone, row.phone));
}

/** Gives a clinic that is off its number another one, within the transaction that gives it to its account. Not listed yet. */
export async function attachClinic(
  ctx: TxCtx,
  { clinicId, phone }: { clinicId: string; phone: string },
): Promise<void> {
  await ctx.db.update(clinic).set({ phone }).where(eq(clinic.id, clinicId));
}
