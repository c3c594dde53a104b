import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../tests/kit/database';
import { withCopySession } from './copy-session';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase('template0');
  await withCopySession(database.url, 'load', async (session) => {
    await session.query('create table big (id int primary key, words text)');
    await session.query(
      `insert into big select n, repeat(md5(n::text), 30) from generate_series(1, 20000) n`,
    );
    await session.query('create table copy (like big including all)');
  });
});
afterAll(() => database.drop());

it('reads and writes tables larger than any buffer, also slowly, one after the other', async () => {
  const read = await withCopySession(database.url, 'snapshot', async (session) => {
    const sizes: number[] = [];
    for (const pause of [0, 1, 0]) {
      let bytes = 0;
      for await (const chunk of await session.copyOut('copy big to stdout')) {
        bytes += (chunk as Buffer).length;
        if (pause > 0 && bytes % 7 === 0) await setTimeout(pause);
      }
      sizes.push(bytes);
      expect(await session.query('select 1 as one')).toEqual([{ one: 1 }]);
    }
    return sizes;
  });
  expect(new Set(read).size).toBe(1);
  expect(read[0]).toBeGreaterThan(19_000_000);
});

it('loads what it read, and nothing of what the server or the source refuses', async () => {
  const rows = (n: number) =>
    Readable.from(
      (function* () {
        for (let i = 0; i < n; i += 1) yield Buffer.from(`${i}\tx\n`);
      })(),
    );
  const load = (source: AsyncIterable<Uint8Array>) =>
    withCopySession(database.url, 'load', (session) =>
      session.copyIn('copy copy (id, words) from stdin', source),
    );
  await load(rows(50_000));
  // The key is there already: refused at the first row, or after the last byte.
  await expect(load(rows(50_000))).rejects.toThrow();
  await expect(load(rows(1))).rejects.toThrow();
  const broken = async function* () {
    yield Buffer.from('60000\tx\n');
    throw new Error('the source broke');
  };
  await expect(load(broken())).rejects.toThrow('the source broke');
  const count = await withCopySession(database.url, 'snapshot', (session) =>
    session.query<{ n: number }>('select count(*)::int as n from copy'),
  );
  expect(count).toEqual([{ n: 50_000 }]);
});
