import { eq } from 'drizzle-orm';
import { sqlNow } from '#platform/clock';
import type { TxCtx } from '#platform/context';
import { saidLocale } from '../own-locale.server';
import { clinicAccount } from '../tables.server';

/** What a session needs to know of its clinic. */
export interface KnownClinic {
  readonly id: string;
  readonly approved: boolean;
}

/** Notes that the clinic of a verified phone signs in; null when the phone has registered none. */
export async function seeClinicOf(ctx: TxCtx, phone: string): Promise<KnownClinic | null> {
  const [row] = await ctx.db
    .update(clinicAccount)
    .set({ lastSeenAt: sqlNow, ...saidLocale(ctx) })
    .where(eq(clinicAccount.phone, phone))
    .returning({ id: clinicAccount.id, approval: clinicAccount.approval });
  return row ? { id: row.id, approved: row.approval === 'approved' } : null;
}
