import net from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { migrate, MigrationRefused } from './migrate';
import { prepare } from '../../scripts/prepare';
import { registry } from '../../workflows/registry';
import { createTestDatabase, type TestDatabase } from '../../tests/kit/database';
import { testEnv } from '../../tests/kit/services';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** A value of six bytes, as a row carries it. */
const versionSaid = new RegExp(`(${String.fromCharCode(0, 0, 0, 6)})1\\d{5}`);

/** The same server, as it would say its number in another version; same length. */
async function pretending(version: string, work: (url: string) => Promise<void>): Promise<void> {
  const real = new URL(database.url);
  const server = net.createServer((inner) => {
    const outer = net.connect(Number(real.port), real.hostname);
    const join = (from: net.Socket, to: net.Socket, change: (text: string) => string) =>
      from
        .on('error', () => undefined)
        .on('close', () => to.destroy())
        .on('data', (bytes) => to.write(Buffer.from(change(bytes.toString('latin1')), 'latin1')));
    join(inner, outer, (text) => text);
    join(outer, inner, (text) => text.replace(versionSaid, `$1${version}`));
  });
  const url = new URL(database.url);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as net.AddressInfo).port);
  try {
    await work(url.toString());
  } finally {
    server.close();
  }
}

it('refuses a server older than the oldest it was run on, in one line', async () => {
  await pretending('140011', async (url) => {
    const tried = migrate(url, { folder: 'migrations' });
    await expect(tried).rejects.toThrow(MigrationRefused);
    await expect(tried).rejects.toThrow(
      'The database is PostgreSQL 14; this product needs 15 or newer.',
    );
  });
});

it('takes the oldest', async () => {
  await pretending('150000', async (url) => {
    expect(await migrate(url, { folder: 'migrations' })).toEqual({ applied: [] });
  });
});

it('ends a start with that line and nothing else', async () => {
  const said = vi.spyOn(console, 'error').mockReturnValue();
  try {
    await pretending('140011', async (url) => {
      const { OTP_HMAC_KEYS, OTP_CIPHER_KEYS, STAFF_CIPHER_KEYS } = testEnv(url, '.');
      const settings = {
        TEST_DATABASE_URL: url,
        OTP_HMAC_KEYS: OTP_HMAC_KEYS[0],
        OTP_CIPHER_KEYS: OTP_CIPHER_KEYS[0],
        STAFF_CIPHER_KEYS: STAFF_CIPHER_KEYS[0],
      };
      expect(await prepare(settings, { registry, seed: () => Promise.resolve() })).toBe(1);
    });
    expect(said.mock.calls).toEqual([
      ['The database is PostgreSQL 14; this product needs 15 or newer.'],
    ]);
  } finally {
    said.mockRestore();
  }
});

it('waits for another start for as long as it takes, whatever its role has time for', async () => {
  const client = new pg.Client(database.url);
  await client.connect();
  await client.query(`alter database ${database.name} set lock_timeout = '200ms'`);
  await client.query(`alter database ${database.name} set statement_timeout = '200ms'`);
  await client.end();
  let second: Promise<object> | undefined;
  const first = migrate(database.url, {
    folder: 'migrations',
    afterwards: () =>
      new Promise((done) => {
        const onWait = () => setTimeout(done, 600);
        second = migrate(database.url, { folder: 'migrations', onWait });
      }),
  });
  expect(await first).toEqual({ applied: [] });
  expect(await second).toEqual({ applied: [] });
});
