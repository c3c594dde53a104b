import type { TxCtx } from '../context';
import { tell, type RowKind } from '../journal';
import { channel } from './channel';
import type { LiveEvent } from './types';

interface EventRow extends LiveEvent {
  readonly principal: string;
}

/**
 * Ids rise in the order of commits per principal: whoever writes to one holds its lock from here to the end of the
 * commit that follows at once, and takes its numbers under it. Several locks are taken in one order, last of all that
 * the transaction takes but those of the commit itself, so nobody who holds one waits for one who waits for it.
 */
const eventRows: RowKind<EventRow> = {
  name: 'live',
  write: (param) => `
  live_rows as materialized (
    select * from jsonb_to_recordset(${param}::jsonb) as t(n int, principal text, type text, data jsonb)),
  live_locks as materialized (
    select pg_advisory_xact_lock(lock) from (
      select distinct hashtextextended('live:' || principal, 0) as lock from live_rows order by lock) l),
  live_written as (
    insert into live.event (principal, type, data, at)
    select principal, type, data, platform.now()
    from (select count(*) as taken from live_locks) held, live_rows where held.taken > 0 order by n
    returning principal),
  live as (
    select pg_notify('${channel}', principal) from (select distinct principal from live_written) p)`,
};

/** Tells every open page of `principal` (`patient:<id>`, `clinic:<id>`, `staff`) when the transaction commits. */
export const announce = (ctx: TxCtx, principal: string, { type, data }: LiveEvent): Promise<void> =>
  tell(ctx, eventRows, { principal, type, data });
