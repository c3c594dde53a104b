import type pg from 'pg';

/** Tokens of the clocks that are set at this moment. */
export async function clocksSet(database: pg.Pool): Promise<string[]> {
  const { rows } = await database.query<{ token: string }>('select token from flow.timer');
  return rows.map(({ token }) => token);
}

/** Lets so many minutes pass: for the rules, and for the alarms of their clocks. */
export async function minutesPass(database: pg.Pool, minutes: number): Promise<void> {
  await database.query(
    `insert into platform.clock (id, shift) values (true, make_interval(mins => $1))
     on conflict (id) do update set shift = platform.clock.shift + excluded.shift`,
    [minutes],
  );
  await database.query(
    `update pgboss.job_common set start_after = start_after - make_interval(mins => $1)
     where name = 'flow.timer' and state < 'active'`,
    [minutes],
  );
}

/**
 * Waits until no job and no clock is due; returns how many are once none was done for 90 s: a busy machine is slow, and only
 * what stands still is stuck.
 */
export async function untilIdle(database: pg.Pool): Promise<number> {
  let [least, tries] = [Infinity, 0];
  for (;;) {
    const { rows } = await database.query<{ n: number }>(
      `select (select count(*) from pgboss.job_common where state < 'completed' and start_after <= now())::int
         + (select count(*) from flow.timer where fire_at <= platform.now())::int as n`,
    );
    const { n } = rows[0]!;
    tries = n < least ? 0 : tries + 1;
    least = Math.min(least, n);
    if (n === 0 || tries > 180) return n;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
