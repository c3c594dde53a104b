import { eq } from 'drizzle-orm';
import { sqlNow } from '#platform/clock';
import type { Ctx, TxCtx } from '#platform/context';
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
    .set({ lastSeenAt: sqlNow })
    .where(eq(clinicAccount.phone, phone))
    .returning({ id: clinicAccount.id, approval: clinicAccount.approval });
  return row ? { id: row.id, approved: row.approval === 'approved' } : null;
}

/** Whether a clinic is approved at this moment: asked with each request, kept by none. Null without an account. */
export async function isApproved(ctx: Ctx, id: string): Promise<boolean | null> {
  const [row] = await ctx.db
    .select({ approval: clinicAccount.approval })
    .from(clinicAccount)
    .where(eq(clinicAccount.id, id));
  return row ? row.approval === 'approved' : null;
}
