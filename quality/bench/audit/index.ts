import { system } from '#platform/base/actor';
import { audit, withTransaction } from '#engine';
import { createContext, type Services } from '#platform/context';
import { openDatabase } from '#platform/database/db';
import { newId } from '#platform/base/ids';
import { createLogger } from '#platform/observability/log';
import { openBenchDatabase } from '../database';
import { median, rate } from '../engine/rate';

const rounds = 3;
const ms = 1_500;

/**
 * Audited transactions per second with the chain next to those without, in turns on the same database:
 * one row changed and one entry written, commits durable.
 */
export async function benchAudit(): Promise<void> {
  const { url, close } = await openBenchDatabase();
  const database = openDatabase({ url, poolSize: 32, onError: () => undefined });
  try {
    const services = { database, log: createLogger('error', 'bench') } as unknown as Services;
    await measure(services);
  } finally {
    await database.close();
    await close();
  }
}

async function measure(services: Services): Promise<void> {
  const { pool } = services.database;
  const ctx = createContext(services, system('bench'), { requestId: newId() });
  const ids = Array.from({ length: 256 }, newId);
  await pool.query('create table thing (id uuid primary key, n int not null)');
  await pool.query('insert into thing select unnest($1::uuid[]), 0', [ids]);
  const work = (id: string) =>
    withTransaction(ctx, async (tx) => {
      await tx.tx.query('update thing set n = n + 1 where id = $1', [id]);
      await audit(tx, { action: 'bench.changed', object: { type: 'thing', id } });
    });
  const chain = (on: boolean) =>
    pool.query(
      `alter table platform.audit_entry ${on ? 'enable' : 'disable'} trigger audit_entry_link`,
    );
  await rate({ ids, loops: 32, ms: 1_000 }, work);
  console.log('concurrent  without/s  chained/s  ratio');
  for (const loops of [1, 8, 32]) {
    const seen = { without: [] as number[], chained: [] as number[] };
    for (let round = 0; round < rounds; round += 1) {
      await chain(false);
      seen.without.push(await rate({ ids, loops, ms }, work));
      await chain(true);
      seen.chained.push(await rate({ ids, loops, ms }, work));
    }
    const [without, chained] = [median(seen.without), median(seen.chained)];
    const cells = [loops, Math.round(without), Math.round(chained), (chained / without).toFixed(2)];
    console.log(cells.map((cell, n) => String(cell).padStart(n === 0 ? 10 : 9)).join('  '));
  }
}
