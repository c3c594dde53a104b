import { sql } from 'drizzle-orm';
import { micros, pruneLock, readAnchors, signatureOf, type ChainEndpoint } from './anchors';
import type { OneShotDb } from '#platform/database/one-shot-db';

/** As the function of the database has it, which removes nothing younger. */
const kept = sql.raw(`now() - interval '6 years'`);

/**
 * How far each chain can be pruned: up to its first entry that is not old enough, at most `most` links further than it was.
 * Entries of a chain are in the order of their commits, so one that is old can stand behind one that is not; it waits.
 */
const plan = (most: number) => sql`
  with former as (
    select f.chain, f.seq from (select ends from platform.audit_anchor order by id desc limit 1) a,
      jsonb_to_recordset(a.ends) as f(chain int, seq bigint)),
  spans as (
    select c.chain, coalesce(f.seq, 0) as begins,
      least(coalesce(f.seq, 0) + ${most}::int,
        (select max(l.seq) from platform.audit_link l where l.chain = c.chain)) as ends
    from generate_series(0, 15) as c(chain) left join former f on f.chain = c.chain),
  reached as (
    select s.chain, s.begins, coalesce((
      select min(l.seq) - 1 from platform.audit_link l join platform.audit_entry e on e.id = l.entry_id
      where l.chain = s.chain and l.seq > s.begins and l.seq <= s.ends and e.at >= ${kept}), s.ends) as seq
    from spans s)
  select r.chain::int as chain, r.seq::float8 as seq, l.hash, r.seq > r.begins as further
  from reached r join platform.audit_link l on l.chain = r.chain and l.seq = r.seq order by r.chain`;

interface Planned extends ChainEndpoint, Record<string, unknown> {
  readonly further: boolean;
}

const moments = sql`select ${micros('now()')} as at, ${micros(`now() - interval '6 years'`)} as "olderThan"`;

/**
 * Removes entries that are older than six years, with what was typed beside them, at most `most` of each chain, and says by
 * a signed anchor from where on the log goes on. All in one transaction, and by a function that has the right to do it:
 * it compares what it is given with the log.
 *
 * @returns how many are gone; 0 when none is due
 */
export const pruneStep = (
  db: OneShotDb,
  key: string,
  { most = 5_000 }: { most?: number } = {},
): Promise<number> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${pruneLock})`);
    const planned = await tx.execute<Planned>(plan(most));
    if (!planned.some(({ further }) => further)) return 0;
    const ends = planned.map(({ chain, seq, hash }) => ({ chain, seq, hash }));
    const [when] = await tx.execute<{ at: string; olderThan: string }>(moments);
    const former = (await readAnchors(tx)).at(-1)?.signature ?? null;
    const signature = signatureOf(key, former, { ...when!, ends });
    const [done] = await tx.execute<{ gone: number }>(sql`
      select platform.prune_audit(${kept}, ${JSON.stringify(ends)}::jsonb, ${signature})::float8 as gone`);
    return done!.gone;
  });
