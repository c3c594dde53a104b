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

/** Waits until nothing is due any more: no job, no clock. @returns what still is after a minute and a half */
export async function untilIdle(database: pg.Pool): Promise<number> {
  for (let tries = 0; ; tries += 1) {
    const { rows } = await database.query<{ n: number }>(
      `select (select count(*) from pgboss.job_common where state < 'completed' and start_after <= now())::int
         + (select count(*) from flow.timer where fire_at <= platform.now())::int as n`,
    );
    const { n } = rows[0]!;
    if (n === 0 || tries > 180) return n;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
