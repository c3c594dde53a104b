import { eq, sql, type SQL } from 'drizzle-orm';
import { sqlNow } from '#platform/clock';
import type { TxCtx } from '#platform/context';
import { inSeconds, type Duration } from '#platform/duration';
import { offer, readingEnd } from '../tables.server';

/** The clinic of an offer reads what the patient gave for `length` more, or shorter where an earlier end is set. */
export const endReading = (
  ctx: TxCtx,
  { offerId, length }: { offerId: string; length: Duration },
): Promise<void> => end(ctx, eq(offer.id, offerId), length);

/** As {@link endReading}, for all offers that a patient got so far, in whatever state; those of later requests are open. */
export const endReadingOf = (
  ctx: TxCtx,
  { patientId, length }: { patientId: string; length: Duration },
): Promise<void> => end(ctx, eq(offer.patientId, patientId), length);

async function end(ctx: TxCtx, which: SQL, length: Duration): Promise<void> {
  await ctx.db.execute(sql`
    insert into ${readingEnd} as e (offer_id, until)
    select id, ${sqlNow} + make_interval(secs => ${inSeconds(length)}) from ${offer} where ${which} order by id
    on conflict (offer_id) do update set until = least(e.until, excluded.until)`);
}
