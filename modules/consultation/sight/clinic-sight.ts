import { sql } from 'drizzle-orm';
import type { ActorOf } from '#platform/actor';
import type { Ctx, TxCtx } from '#platform/context';

export type ClinicCtx = Ctx<ActorOf<'clinic'>>;

/** What the mark on a photo says of the clinic that looks. */
export interface Viewer {
  readonly clinicName: string;
}

/**
 * Whether the acting clinic may look at a request's photos by what has become of the request, its offers and the clinic:
 * null when not. Asked anew for each view, of the truth, and within a transaction so that the clinic stays in until its end; what the patient took back is this module's own.
 */
export type MaySee = (ctx: ClinicCtx, leadId: string) => Promise<Viewer | null>;

/**
 * What is stored for clinics, and what takes it away, go one after the other for each request, until the transaction
 * ends: a copy that is stored for a clinic that loses the photos meanwhile would stay.
 */
export async function lockSight(ctx: TxCtx, leadId: string): Promise<void> {
  await ctx.db.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`photo-sight:${leadId}`}, 0))`,
  );
}
