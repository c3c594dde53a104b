import { withTransaction } from '#engine';
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { onSlowPool, type Ctx } from '../context';
import { openDatabase, type Database } from './db';
import { setting } from './tables.server';
import { copyOrOriginal } from './read-copy';
import { createTestDatabase, type TestDatabase } from '../../tests/kit/database';
import { createTestServices, type TestServices } from '../../tests/kit/services';
import { startTcpProxy, type TcpProxy } from '../../tests/kit/tcp-proxy';

let kit: TestServices;
let other: TestDatabase;
let wire: TcpProxy;
let database: Database;
const failures: Error[] = [];

const named = async (db: Pick<Ctx['readDb'], 'execute'>) =>
  (await db.execute<{ name: string }>(sql`select current_database() as name`)).rows[0]!.name;

beforeAll(async () => {
  kit = await createTestServices();
  other = await createTestDatabase();
  const url = new URL(other.url);
  wire = await startTcpProxy({ host: url.hostname, port: Number(url.port) });
  url.hostname = '127.0.0.1';
  url.port = String(wire.port);
});
beforeEach(async () => {
  await wire.restore();
  await database?.close();
  failures.length = 0;
  const url = new URL(other.url);
  url.hostname = '127.0.0.1';
  url.port = String(wire.port);
  database = openDatabase({
    url: kit.services.env.databaseUrl,
    readUrl: url.toString(),
    poolSize: 2,
    onError: (error) => failures.push(error),
  });
});
afterAll(async () => {
  await database.close();
  await wire.close();
  await other.drop();
  await kit.close();
});

describe('what may be a moment old', () => {
  it('is read from the copy, and everything else from the original', async () => {
    expect(await named(database.readDb)).toBe(other.name);
    expect(await named(database.db)).not.toBe(other.name);
  });

  it('is read from the original while the copy is away, at once, and from the copy when it is back', async () => {
    expect(await named(database.readDb)).toBe(other.name);
    await wire.cut();
    expect(await named(database.readDb)).not.toBe(other.name);
    const began = performance.now();
    for (let n = 0; n < 20; n += 1) expect(await named(database.readDb)).not.toBe(other.name);
    expect(performance.now() - began).toBeLessThan(1_000);
    expect(failures).not.toEqual([]);
    await wire.restore();
    await expect.poll(() => named(database.readDb), { timeout: 10_000 }).toBe(other.name);
  });

  it('is read from the original where the copy lacks a table that a migration has just made', async () => {
    await database.db.execute(sql`create table public.just_made (n int)`);
    expect((await database.readDb.execute(sql`select n from public.just_made`)).rows).toEqual([]);
    expect(await named(database.readDb)).toBe(other.name);
  });

  it('fails as it is where the statement itself is wrong', async () => {
    await expect(database.readDb.execute(sql`select 1 / 0`)).rejects.toThrow();
    await expect(named(database.readDb)).resolves.toBe(other.name);
    expect(failures).toEqual([]);
  });
});

describe('a copy that answers late that it is away', () => {
  /** Says `name`, or what `fails` says. */
  const standIn = (name: string, fails: () => Promise<unknown>) => {
    const asked: string[] = [];
    const query = async (text: string) => {
      asked.push(text);
      await fails();
      return name;
    };
    return { asked, pool: { query } as unknown as pg.Pool };
  };
  afterEach(() => vi.useRealTimers());

  it('lets nobody wait but whoever met it first, however often it is asked whether it is back', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    let fails: () => Promise<unknown> = () =>
      Promise.reject(Object.assign(new Error('login has been failing'), { code: '08P01' }));
    const copy = standIn('copy', () => fails());
    const original = standIn('original', () => Promise.resolve());
    const pool = copyOrOriginal(copy.pool, original.pool, () => undefined);
    const read = () => pool.query('a list') as unknown as Promise<string>;
    expect(await read()).toBe('original');
    let answer = () => {};
    fails = () => new Promise<void>((resolve) => (answer = resolve));
    vi.advanceTimersByTime(6_000);
    expect(await Promise.all(Array.from({ length: 50 }, read))).toEqual(
      Array.from({ length: 50 }, () => 'original'),
    );
    expect(copy.asked).toEqual(['a list', 'select 1']);
    fails = () => Promise.resolve();
    answer();
    await vi.waitFor(async () => expect(await read()).toBe('copy'));
  });
});

describe('readDb', () => {
  it('has no words that write, and a text that writes is refused', async () => {
    const ctx = kit.ctx();
    // @ts-expect-error -- it cannot write
    expect(() => void ctx.readDb.insert).not.toThrow();
    // @ts-expect-error -- nor here
    expect(() => void ctx.readDb.transaction).not.toThrow();
    const writes = ctx.readDb.execute(
      sql`insert into platform.setting (key, value) values ('x', '1')`,
    );
    await expect(writes).rejects.toMatchObject({ cause: { code: '25006' } });
  });

  it('sees in a transaction what the transaction has written', async () => {
    await withTransaction(kit.ctx(), async (tx) => {
      await tx.db.execute(sql`create temporary table own (n int) on commit drop`);
      expect((await tx.readDb.execute(sql`select n from own`)).rows).toEqual([]);
    });
    expect(await kit.ctx().readDb.select().from(setting)).toBeInstanceOf(Array);
  });
});

describe('the slow lane', () => {
  const timeoutOf = async (db: Ctx['db']) =>
    (await db.execute<{ ms: string }>(sql`select current_setting('statement_timeout') as ms`))
      .rows[0]!.ms;

  it('has longer for a statement, connections of its own, and transactions on them', async () => {
    expect(await timeoutOf(kit.ctx().db)).toBe('5s');
    const slow = onSlowPool(kit.ctx());
    expect(await timeoutOf(slow.db)).toBe('10min');
    expect(await withTransaction(slow, (tx) => timeoutOf(tx.db))).toBe('10min');
    const { pool, slow: lane } = kit.services.database;
    const held = await Promise.all(Array.from({ length: 10 }, () => pool.connect()));
    expect(await timeoutOf(slow.db)).toBe('10min');
    expect(lane.pool.totalCount).toBeGreaterThan(0);
    held.forEach((client) => client.release());
  });

  it('is not entered from a transaction', async () => {
    await expect(withTransaction(kit.ctx(), async (tx) => onSlowPool(tx))).rejects.toThrow(
      'a transaction stays on its connection',
    );
  });
});
