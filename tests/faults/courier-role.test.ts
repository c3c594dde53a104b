import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { claimDeliveries, recordTries } from '#modules/webhooks';
import { newId } from '#platform/base/ids';
import { openDatabase, type Database } from '#platform/database/db';
import { prepareRole } from '#platform/database/prepare-role';
import { isHeld } from '#platform/process/restored';
import { createTestDatabase, type TestDatabase } from '../kit/database';

const role = `courier_${randomBytes(4).toString('hex')}`;
let place: TestDatabase;
let owner: pg.Client;
let database: Database;
const ask = async (text: string) => (await database.pool.query(text)).rows;

beforeAll(async () => {
  place = await createTestDatabase();
  owner = new pg.Client(place.url);
  await owner.connect();
  const { href } = Object.assign(new URL(place.url), { username: role, password: newId() });
  const own = {
    databaseOwnerUrl: place.url,
    databaseDirectUrl: place.url,
    databaseCourierUrl: href,
  };
  // The second time as after an upgrade: the role is there.
  for (const mode of ['demo', 'demo'] as const)
    await prepareRole({ ...own, throughPooler: false, mode });
  database = openDatabase({ url: href, poolSize: 2, onError: () => undefined });
});
afterAll(async () => {
  await database.close();
  await owner.end();
  await place.drop();
  const admin = new pg.Client(inject('postgresUrl'));
  await admin.connect();
  await admin.query(`drop role ${role}`);
  await admin.end();
});

describe('the role of the courier', () => {
  it('reads what is to be delivered, and marks it', async () => {
    const [receiver, clinic] = [newId(), newId()];
    await owner.query(
      `insert into webhooks.receiver (id, kind, clinic_id, url, events, state, secret_cipher, created_at, on_since)
        values ($1, 'webhook', $2, 'https://hooks.clinic.com/', '{offer.expired}', 'on', 'x', now(), now())`,
      [receiver, clinic],
    );
    await owner.query(
      `insert into webhooks.delivery (id, receiver_id, clinic_id, type, thing, ids, happened_at, state, tries, due_at)
        values (gen_random_uuid(), $1, $2, 'offer.expired', gen_random_uuid(), '{}', now(), 'waiting', 0, now())`,
      [receiver, clinic],
    );
    expect(await isHeld({ database })).toBe(false);
    const [claimed] = await claimDeliveries(
      { database },
      { limit: 9, claim: newId(), spared: [], kinds: ['webhook'] },
    );
    expect(claimed).toMatchObject({ receiverId: receiver, tries: 1 });
    await recordTries({ database }, [{ delivery: claimed!, status: 200, failure: null, took: 3 }]);
    const { rows } = await owner.query('select state from webhooks.delivery');
    expect(rows).toEqual([{ state: 'delivered' }]);
    expect((await owner.query('select status from webhooks.attempt')).rows).toEqual([
      { status: 200 },
    ]);
  });

  it('can do nothing else, and sees nothing else', async () => {
    const refused = [
      `update webhooks.receiver set url = 'https://hooks.other.com/'`,
      `update webhooks.receiver set state = 'off', off_because = 'owner'`,
      'delete from webhooks.receiver',
      'select clinic_id from webhooks.receiver',
      `update webhooks.delivery set ids = '{}'`,
      `update webhooks.delivery set receiver_id = gen_random_uuid()`,
      `insert into webhooks.delivery (id) values (gen_random_uuid())`,
      'delete from webhooks.delivery',
      'select from webhooks.attempt',
      'delete from webhooks.attempt',
      'update platform.clock set shift = null',
      `update migrations.restored set opened_at = now()`,
      'create table public.own (id int)',
      'create table webhooks.own (id int)',
    ];
    for (const statement of refused)
      await expect(ask(statement), statement).rejects.toMatchObject({ code: '42501' });
    // By the catalogue, whatever tables there are.
    const { rows } = await owner.query<{ name: string }>(
      `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind in ('r', 'p', 'v', 'm') and n.nspname not in ('information_schema', 'pg_catalog', 'pg_toast')
          and has_schema_privilege($1, n.oid, 'usage') and has_any_column_privilege($1, c.oid, 'select, insert, update')
        order by 1`,
      [role],
    );
    expect(rows.map(({ name }) => name)).toEqual([
      ...['migrations.restored', 'platform.clock'],
      ...['webhooks.attempt', 'webhooks.delivery', 'webhooks.receiver'],
    ]);
  });
});
