import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { migrate } from '#platform/migrate';

const database = `events_migration_${randomBytes(4).toString('hex')}`;
const role = `${database}_web`;
let pool: pg.Pool;
let url: string;

const admin = async (statement: string): Promise<void> => {
  const client = new pg.Client(inject('postgresUrl'));
  await client.connect();
  await client.query(statement);
  await client.end();
};

beforeEach(async () => {
  await admin(`create database ${database}`);
  await admin(`create role ${role}`);
  url = inject('postgresUrl').replace(/\/postgres$/, `/${database}`);
  pool = new pg.Pool({ connectionString: url });
});
afterEach(async () => {
  await pool.end();
  await admin(`drop database ${database} with (force)`);
  await admin(`drop role ${role}`);
});

/** As the release before adds an event. */
const add = (n: number) =>
  pool.query(
    `insert into live.event (principal, type, data, at) values ('staff', 'sample.said', $1, now())`,
    [{ n }],
  );

it('events stay where they are, and who writes meanwhile with a role of its own goes on', async () => {
  await migrate(url, { folder: 'migrations', until: '0045_ways-back' });
  await pool.query(`grant usage on schema live to ${role}`);
  await pool.query(`grant select, insert, delete on live.event to ${role}`);
  await pool.query(`grant usage, select on sequence live.event_id_seq to ${role}`);
  await pool.query(`alter role ${role} in database ${database} set lock_timeout = '1min'`);
  for (const n of [1, 2, 3]) await add(n);
  let writing = true;
  let written = 3;
  const writer = (async () => {
    const client = await pool.connect();
    await client.query(`set role ${role}`);
    while (writing || written < 20) {
      written += 1;
      await client.query({
        name: 'add',
        text: `insert into live.event (principal, type, data, at) values ('staff', 'sample.said', $1, now())`,
        values: [{ n: written }],
      });
      await client.query({ name: 'all', text: 'select id from live.event' });
    }
    await client.query('reset role');
    client.release();
  })();
  await migrate(url, { folder: 'migrations' });
  writing = false;
  await writer;
  const { rows } = await pool.query<{ n: number; old: boolean }>(
    `select (data->>'n')::int as n, tableoid = 'live.event_0'::regclass as old from live.event order by id`,
  );
  expect(rows.map(({ n }) => n)).toEqual(Array.from({ length: written }, (_, n) => n + 1));
  expect(rows.slice(0, 3).every(({ old }) => old)).toBe(true);
  expect(rows.at(-1)!.old).toBe(false);
});
