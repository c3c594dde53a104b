import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, type Database } from './db';
import { withTransaction } from '#engine';
import { createTestServices, type TestServices } from '../../tests/kit/services';
import { countRoundTrips } from '../../tests/kit/round-trips';

let kit: TestServices;
beforeAll(async () => {
  kit = await createTestServices();
});
afterAll(() => kit.close());

const using = async <T>(prepare: boolean, work: (database: Database) => Promise<T>): Promise<T> => {
  const url = kit.services.env.databaseUrl;
  const database = openDatabase({ url, poolSize: 1, prepare, onError: () => undefined });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
};
const preparedBy = async ({ pool }: Database): Promise<string[]> => {
  const { rows } = await pool.query<{ statement: string }>(
    'select statement from pg_prepared_statements order by statement',
  );
  return rows.map(({ statement }) => statement);
};

describe('statements', () => {
  it('with values are prepared once, however they are sent', () =>
    using(true, async (database) => {
      const { pool, db } = database;
      for (const n of [1, 2, 3]) {
        await pool.query('select $1::int as pool', [n]);
        await pool.query({ text: 'select $1::int as config', values: [n] });
        await pool.query({ name: 'own-name', text: 'select $1::int as own', values: [n] });
        await db.execute(sql`select ${n}::int as drizzle`);
        const client = await pool.connect();
        await client.query('BEGIN');
        const { rows } = await drizzle(client).execute(sql`select ${n}::int as bound`);
        expect(rows).toEqual([{ bound: n }]);
        await client.query('COMMIT');
        client.release();
      }
      expect(await preparedBy(database)).toEqual(
        ['bound', 'config', 'drizzle', 'own', 'pool'].map((as) => `select $1::int as ${as}`),
      );
    }));

  it('make room for further ones: those that were used least lately are forgotten, on every connection', () =>
    using(true, async (database) => {
      const { pool } = database;
      const ask = async (n: number) => {
        const { rows } = await pool.query<{ a: number }>(`select $1::int as a, ${n} as n`, [n]);
        expect(rows[0]!.a).toBe(n);
      };
      for (let n = 0; n < 700; n += 1) for (let time = 0; time < 2; time += 1) await ask(n);
      for (const n of [0, 0, 699]) await ask(n);
      const held = await preparedBy(database);
      expect(held).toHaveLength(500);
      expect(held).toContain('select $1::int as a, 0 as n');
      expect(held).toContain('select $1::int as a, 699 as n');
      expect(held).not.toContain('select $1::int as a, 1 as n');
      // A transaction that has failed keeps no statement, and one that goes on loses nothing.
      const client = await pool.connect();
      await client.query('BEGIN');
      await client.query('select $1::int as a, 1 as n', [1]);
      await expect(client.query('select 1 / $1::int', [0])).rejects.toThrow();
      await expect(client.query('select $1::int as a, 2 as n', [2])).rejects.toMatchObject({
        code: '25P02',
      });
      await client.query('ROLLBACK');
      client.release();
      for (let n = 0; n < 700; n += 1) await ask(n);
      expect(await preparedBy(database)).toHaveLength(500);
    }));

  it('are not prepared where a pooler could not keep them', () =>
    using(false, async (database) => {
      await database.pool.query('select $1::int as pool', [1]);
      await database.pool.query({ name: 'own', text: 'select $1::int as own', values: [1] });
      await database.db.execute(sql`select ${1}::int as drizzle`);
      expect(await preparedBy(database)).toEqual([]);
    }));

  it('answer on after a migration has changed what they answer with', async () => {
    const { pool } = kit.services.database;
    await pool.query('create table changing (id int, n int)');
    await pool.query('insert into changing values (1, 2)');
    const read = () =>
      withTransaction(kit.ctx(), (tx) => tx.tx.query('select * from changing where id = $1', [1]));
    expect((await read()).rows).toEqual([{ id: 1, n: 2 }]);
    await pool.query('alter table changing alter n type text');
    expect((await read()).rows).toEqual([{ id: 1, n: '2' }]);
    await pool.query('alter table changing add more int');
    const { result, unprepared } = await countRoundTrips(read);
    expect(result.rows).toEqual([{ id: 1, n: '2', more: null }]);
    expect(unprepared).toHaveLength(1);
  });

  it('that fail leave the connection and its prepared statements as they were', () =>
    using(true, async ({ pool }) => {
      const divide = (by: number) => pool.query<{ n: number }>('select 6 / $1::int as n', [by]);
      await expect(divide(0)).rejects.toMatchObject({ code: '22012' });
      expect((await divide(2)).rows).toEqual([{ n: 3 }]);
      await expect(pool.query('select nothing from $1', [1])).rejects.toMatchObject({
        code: '42601',
      });
      expect((await divide(3)).rows).toEqual([{ n: 2 }]);
    }));

  it('rest on inner parts of the driver that is installed', () => {
    const { version } = createRequire(import.meta.url)('pg/package.json') as { version: string };
    const source = readFileSync(new URL('prepared-statements.ts', import.meta.url), 'utf8');
    expect(source).toContain(`What pg ${version} has of a connection`);
  });
});
