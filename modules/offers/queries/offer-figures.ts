import { sql } from 'drizzle-orm';
import type { ActorOf } from '#platform/actor';
import type { Ctx } from '#platform/context';

/** What became of the acting clinic's offers of the last 90 days. */
export interface OfferFigures {
  readonly sent: number;
  readonly won: number;
  /** Of those sent: chosen or not chosen. One that was withdrawn, ran out or lost its request was not decided. */
  readonly decided: number;
}

/** Counted up to here; nobody acts on what is beyond. */
const most = 10_000;

/** How the acting clinic's offers of the last 90 days have fared. */
export async function offerFigures(ctx: Ctx<ActorOf<'clinic'>>): Promise<OfferFigures> {
  const { rows } = await ctx.readDb.execute<{ sent: number; won: number; decided: number }>(sql`
    select count(*)::int as sent,
      (count(*) filter (where status = 'accepted'))::int as won,
      (count(*) filter (where status = 'accepted'
        or (status = 'declined' and declined_because <> 'request-ended')))::int as decided
    from (
      select status, declined_because from offers.offer
      where clinic_id = ${ctx.actor.id} and created_at > platform.now() - interval '90 days'
      limit ${sql.raw(String(most))}) recent`);
  return rows[0]!;
}
