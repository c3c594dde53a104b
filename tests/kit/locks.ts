import type { TestServices } from './services';

type Kit = Pick<TestServices, 'services'>;

/** Resolves once somebody waits for a lock in this test's database. */
export async function somebodyWaits({ services }: Kit): Promise<void> {
  for (;;) {
    const { rowCount } = await services.database.pool.query(
      `select 1 from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if (rowCount) return;
  }
}

/** Deadlocks of this test's database so far; each connection of the pool is made to report its own first. */
export async function deadlocks({ services }: Kit): Promise<number> {
  const { pool } = services.database;
  const report = () => pool.query('select pg_stat_force_next_flush(), pg_sleep(0.1)');
  await Promise.all(Array.from({ length: pool.options.max }, report));
  const { rows } = await pool.query<{ n: number }>(
    'select deadlocks::int as n from pg_stat_database where datname = current_database()',
  );
  return rows[0]!.n;
}
