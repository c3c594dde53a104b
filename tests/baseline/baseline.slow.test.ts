import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { migrate, readBaseline, readSteps } from '#platform/process/migrate';
import { catalogueOf, type Catalogue } from './catalogue-of';
import { emptyDatabases, notedIn, type EmptyDatabase } from './databases';
import { formerMigrations, runFormer } from './former-migrations';

const folder = 'migrations';
const { steps: listed } = readBaseline(folder);
const last = listed.at(-1)!.name;

/** Kinds of which there is nothing. */
const empty = ['database', 'enums', 'statistics', 'policies', 'defaults', 'rows'];

/** One of each kind, so that no comparison is of nothing. */
const changes = [
  `do $$ begin execute format('alter database %I set lock_timeout = 1', current_database()); end $$`,
  'alter table leads.lead add column other text',
  `alter table leads.lead alter column status set default 'x'`,
  'alter table leads.lead alter column status set statistics 500',
  'alter table leads.lead alter column status drop not null',
  'alter table leads.lead set (fillfactor = 50)',
  'alter table leads.lead enable row level security',
  'alter table leads.lead disable trigger all',
  'create policy own on leads.lead using (true)',
  'create index other on leads.lead (status)',
  'alter table offers.revision disable trigger revision_append_only',
  'alter table leads.activity drop constraint activity_lead_id_lead_id_fk',
  'alter table leads.activity alter constraint activity_lead_id_lead_id_fk deferrable',
  'create or replace function platform.refuse_change() returns trigger language plpgsql as $$ begin return new; end $$',
  'alter function live.turn_events() reset lock_timeout',
  'grant execute on function live.turn_events() to public',
  'grant select on leads.lead to public',
  'grant select (status) on leads.lead to public',
  'grant usage on schema leads to public',
  'alter default privileges in schema leads grant select on tables to public',
  `comment on column leads.lead.status is 'other'`,
  'drop extension pg_trgm cascade',
  "create type leads.other as enum ('x')",
  'create view leads.other as select 1',
  'create statistics leads.other on status, id from leads.lead',
  'alter sequence leads.activity_id_seq increment 2',
  'alter sequence leads.activity_id_seq restart with 5',
  `insert into platform.clock (shift) values ('1 hour')`,
  'alter table platform.request_count set logged',
];

const emptyDatabase = emptyDatabases();

describe('the baseline', () => {
  let former: EmptyDatabase;
  let fresh: EmptyDatabase;
  /** Of the files. */
  let made: Catalogue;
  beforeAll(async () => {
    former = await emptyDatabase();
    await runFormer(former.pool, listed);
    made = await catalogueOf(former.pool);
    fresh = await emptyDatabase();
    expect(await migrate(fresh.url, { folder, until: last })).toEqual({ applied: [last] });
  });

  it('lists the files that it stands for by their names and hashes', () => {
    const hashOf = (sql: string) => createHash('sha256').update(sql).digest('hex');
    expect(formerMigrations().map(([name, sql]) => ({ name, hash: hashOf(sql) }))).toEqual(listed);
    expect(listed).toHaveLength(47);
  });

  it('makes what they made: every object, right, comment and row', async () => {
    expect(await catalogueOf(fresh.pool)).toEqual(made);
    expect(Object.keys(made).filter((kind) => made[kind]!.length === 0)).toEqual(empty);
    expect(await notedIn(fresh.pool)).toEqual(await notedIn(former.pool));
  });

  it.each(changes)('would be told apart from one with %s', async (statement) => {
    try {
      await fresh.pool.query('begin');
      await fresh.pool.query(statement);
      expect(await catalogueOf(fresh.pool)).not.toEqual(made);
    } finally {
      await fresh.pool.query('rollback');
    }
  });

  it('is followed by the same migrations, whichever way a database came to it', async () => {
    const after = readSteps(folder)
      .slice(listed.length)
      .map(({ name }) => name);
    expect(await migrate(former.url, { folder })).toEqual({ applied: after });
    expect(await migrate(fresh.url, { folder })).toEqual({ applied: after });
    expect(await catalogueOf(fresh.pool)).toEqual(await catalogueOf(former.pool));
    expect(await notedIn(former.pool)).toEqual(readSteps(folder));
    expect(await notedIn(fresh.pool)).toEqual(readSteps(folder));
  });

  it('is reached from an earlier migration by the build before it alone', async () => {
    const { url, pool } = await emptyDatabase();
    await runFormer(pool, listed, { until: 12 });
    const before = await catalogueOf(pool);
    await expect(migrate(url, { folder })).rejects.toThrow(
      'The database is at migration 0011_what-is-typed; this version begins at ',
    );
    expect(await catalogueOf(pool)).toEqual(before);
    expect(await notedIn(pool)).toEqual(listed.slice(0, 12));
    await runFormer(pool, listed, { from: 12 });
    await migrate(url, { folder });
    expect(await notedIn(pool)).toEqual(readSteps(folder));
  }, 60_000);
});
