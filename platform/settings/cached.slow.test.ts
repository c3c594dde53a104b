import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { withTransaction } from '#engine';
import { openDatabase } from '../database/db';
import { endListening } from '../process/listen';
import { clearSetting, defineSetting, readSetting, watchSettings, writeSetting } from './settings';
import { createContext, type Services } from '../context';
import { anonymous } from '../base/actor';
import { recordStatements } from '../../tests/kit/round-trips';
import { createTestServices, type TestServices } from '../../tests/kit/services';

const sample = defineSetting({ key: 'sample.size', schema: z.int(), defaults: () => 1 });
const other = defineSetting({ key: 'sample.other', schema: z.int(), defaults: () => 1 });

let kit: TestServices;
/** Another process: services of its own on the same database. */
let elsewhere: Services;
beforeEach(async () => {
  kit = await createTestServices();
  const url = kit.services.env.databaseUrl;
  const database = openDatabase({ url, poolSize: 2, onError: () => undefined });
  elsewhere = { ...kit.services, database };
});
afterEach(async () => {
  endListening(kit.services);
  endListening(elsewhere);
  await elsewhere.database.close();
  await kit.close();
});

const there = () => createContext(elsewhere, anonymous, { requestId: 'r' });
const read = () => readSetting(kit.ctx(), sample);

describe('settings', () => {
  it('are read once for all of them', async () => {
    await writeSetting(kit.ctx(), sample, 2);
    await read();
    const { sent, result } = await recordStatements(async () => [
      await read(),
      await readSetting(kit.ctx(), other),
    ]);
    expect(result).toEqual([2, 1]);
    expect(sent).toEqual([]);
  });

  it('changed here hold at once, and back at their default', async () => {
    expect(await read()).toBe(1);
    await writeSetting(kit.ctx(), sample, 2);
    expect(await read()).toBe(2);
    await clearSetting(kit.ctx(), sample.key);
    expect(await read()).toBe(1);
  });

  it('changed in a transaction hold for it at once, for others from its commit, and never without one', async () => {
    const change = (value: number, fail: boolean) =>
      withTransaction(kit.ctx(), async (tx) => {
        await writeSetting(tx, sample, value);
        expect(await readSetting(tx, sample)).toBe(value);
        expect(await read()).not.toBe(value);
        if (fail) throw new Error('no');
      });
    await expect(change(2, true)).rejects.toThrow('no');
    expect(await read()).toBe(1);
    await change(3, false);
    expect(await read()).toBe(3);
  });

  it('changed elsewhere are heard of', async () => {
    watchSettings(kit.services);
    expect(await read()).toBe(1);
    await expect.poll(listens).toBe(1);
    expect(await read()).toBe(1);
    await writeSetting(there(), sample, 5);
    await expect.poll(read, { timeout: 1_500 }).toBe(5);
  });

  it('changed elsewhere are seen within seconds while nobody listens', async () => {
    expect(await read()).toBe(1);
    await writeSetting(there(), sample, 5);
    await expect.poll(read, { timeout: 5_000 }).toBe(5);
  });

  it('are read anew after the connection that listens was cut', async () => {
    watchSettings(kit.services);
    await expect.poll(listens).toBe(1);
    expect(await read()).toBe(1);
    await there().services.database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and query like 'listen %'`,
    );
    await writeSetting(there(), sample, 6);
    await expect.poll(read, { timeout: 5_000 }).toBe(6);
    await expect.poll(listens, { timeout: 5_000 }).toBe(1);
    expect(await read()).toBe(6);
  });
});

const listens = async (): Promise<number> => {
  const { rows } = await kit.services.database.pool.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity
     where datname = current_database() and query = 'listen settings'`,
  );
  return rows[0]!.n;
};
