import { sql } from 'drizzle-orm';
import type { TxCtx } from '#platform/context';

/**
 * Notes where prices lay among the offers of their currency, for clinics that were not chosen ('second of four'); equal
 * prices share a place, and one that has no other to be compared with has none. With `declined`, of that offer alone,
 * among the live ones; without, of all live ones beside the accepted one, if they are in its currency. Under the lock of
 * the request.
 */
export async function notePlaces(
  ctx: TxCtx,
  { leadId, declined }: { leadId: string; declined?: string },
): Promise<void> {
  const whose = declined
    ? sql`s.id = ${declined}`
    : sql`s.status <> 'accepted' and s.currency = (select currency from standing where status = 'accepted')`;
  await ctx.db.execute(sql`
    with standing as (
      select o.id, o.status, r.currency,
        rank() over (partition by r.currency order by r.amount_cents) as place,
        count(*) over (partition by r.currency) as among
      from offers.offer o
      join offers.revision r on r.offer_id = o.id and r.revision = o.revision
      where o.lead_id = ${leadId}
        and (o.status in ('pending', 'negotiating', 'accepted') or o.id = ${declined ?? null}))
    update offers.offer o set price_place = s.place, price_among = s.among
    from standing s where o.id = s.id and s.among > 1 and ${whose}`);
}
