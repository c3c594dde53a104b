import { and, eq, not } from 'drizzle-orm';
import type { ActorOf } from '#platform/base/actor';
import { sqlNow } from '#platform/time/clock';
import type { TxCtx } from '#platform/context';
import { saidLocale } from '../own-locale.server';
import { isSilent } from '../silence.server';
import { clinicAccount } from '../tables.server';

/** What a session needs to know of its clinic. */
export interface KnownClinic {
  readonly id: string;
  readonly approved: boolean;
}

/** The clinic of a verified phone, and whether it was silent so long that the number may be recycled. */
export interface FoundClinic extends KnownClinic {
  readonly dormant: boolean;
}

/** Who acts in a session of a clinic. */
export const clinicActor = (
  { id, approved }: KnownClinic,
  session: { phone: string; sessionId: string },
): ActorOf<'clinic'> => ({ kind: 'clinic', id, approved, ...session });

const known = { id: clinicAccount.id, approval: clinicAccount.approval };
type Row = Pick<typeof clinicAccount.$inferSelect, 'id' | 'approval'>;

const toFound = ({ id, approval }: Row, dormant: boolean): FoundClinic => ({
  ...{ id, dormant },
  approved: approval === 'approved',
});

/**
 * Notes that the clinic of a verified phone signs in, and holds its row; one that was silent for long is only looked
 * at. Null when the phone has registered none.
 */
export async function seeClinicOf(ctx: TxCtx, phone: string): Promise<FoundClinic | null> {
  const ofPhone = eq(clinicAccount.phone, phone);
  const [awake] = await ctx.db
    .update(clinicAccount)
    .set({ lastSeenAt: sqlNow, ...saidLocale(ctx) })
    .where(and(ofPhone, not(await isSilent(ctx, clinicAccount.lastSeenAt))))
    .returning(known);
  if (awake) return toFound(awake, false);
  const [dormant] = await ctx.db.select(known).from(clinicAccount).where(ofPhone);
  return dormant ? toFound(dormant, true) : null;
}

/** Notes that the owner of a clinic's account is back, by a second proof. Null when the number is not its own any more. */
export async function wakeClinicOf(ctx: TxCtx, phone: string): Promise<KnownClinic | null> {
  const [row] = await ctx.db
    .update(clinicAccount)
    .set({ lastSeenAt: sqlNow, ...saidLocale(ctx) })
    .where(eq(clinicAccount.phone, phone))
    .returning(known);
  return row ? { id: row.id, approved: row.approval === 'approved' } : null;
}
