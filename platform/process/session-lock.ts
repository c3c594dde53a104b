import pg from 'pg';
import type { Services } from '../context';
import { seconds } from '../base/duration';

/**
 * Runs `work` while no other process does, or answers null at once. The lock lives and dies with a session of its own: it
 * holds for longer than a transaction may stay open, and is free when this process is gone.
 *
 * @param key any number, the same in every process of ours
 */
export async function withSessionLock<T>(
  { env }: Pick<Services, 'env'>,
  key: number,
  work: () => Promise<T>,
): Promise<T | null> {
  const client = new pg.Client({
    connectionString: env.databaseDirectUrl,
    connectionTimeoutMillis: seconds(2),
    query_timeout: seconds(8),
    keepAlive: true,
  });
  // Losing it loses the lock, which spares work that others do as well; it makes nothing wrong.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ mine: boolean }>(
      'select pg_try_advisory_lock($1) as mine',
      [key],
    );
    return rows[0]!.mine ? await work() : null;
  } finally {
    await client.end().catch(() => undefined);
  }
}
