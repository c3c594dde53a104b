import { randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { migrate, MigrationRefused, readBaseline } from '#platform/process/migrate';
import { emptyDatabases, notedIn } from './databases';
import { runFormer } from './former-migrations';

const folder = 'migrations';
const { steps: listed, build } = readBaseline(folder);
const emptyDatabase = emptyDatabases();

describe('a database before the baseline', () => {
  it('is refused with the build to run first, in one line', async () => {
    const { url, pool } = await emptyDatabase();
    await runFormer(pool, listed, { until: 3 });
    const tried = migrate(url, { folder });
    await expect(tried).rejects.toThrow(MigrationRefused);
    await expect(tried).rejects.toThrow(
      `The database is at migration 0002_guards; this version begins at ${listed.at(-1)!.name}. ` +
        `Start the build of commit ${build} on it first, then this one.`,
    );
    expect(await notedIn(pool)).toEqual(listed.slice(0, 3));
  });

  it('is told apart from one of other code', async () => {
    const { url, pool } = await emptyDatabase();
    await runFormer(pool, listed, { until: 3 });
    await pool.query(`update migrations.step set hash = 'other' where position = 2`);
    await expect(migrate(url, { folder })).rejects.toThrow(
      'The database was migrated by other code (migration 0001_init differs).',
    );
  });

  it('is never made, also by name', async () => {
    const { url, pool } = await emptyDatabase();
    for (const until of ['0011_what-is-typed', 'never_there'])
      await expect(migrate(url, { folder, until })).rejects.toThrow(
        `No database of this version ends at ${until}.`,
      );
    const { rows } = await pool.query(`select to_regclass('migrations.step') as there`);
    expect(rows).toEqual([{ there: null }]);
  });
});

it('the baseline is there as a whole or not at all', async () => {
  const { url, pool } = await emptyDatabase();
  const broken = mkdtempSync(path.join(os.tmpdir(), 'clinic-baseline-'));
  try {
    cpSync(folder, broken, { recursive: true });
    const file = path.join(broken, 'baseline.sql');
    writeFileSync(file, `${readFileSync(file, 'utf8')}\nselect 1/0;\n`);
    await expect(migrate(url, { folder: broken })).rejects.toThrow('division by zero');
  } finally {
    rmSync(broken, { recursive: true });
  }
  const { rows } = await pool.query(`select to_regnamespace('leads') as there`);
  expect(rows).toEqual([{ there: null }]);
  expect(await notedIn(pool)).toEqual([]);
  const until = listed.at(-1)!.name;
  expect(await migrate(url, { folder, until })).toEqual({ applied: [until] });
  expect(await notedIn(pool)).toEqual(listed);
});

it('the baseline needs no more rights than the owner of a database has', async () => {
  const { url, pool } = await emptyDatabase();
  const owner = `owner_${randomBytes(4).toString('hex')}`;
  await pool.query(`create role ${owner} login password 'owner'`);
  await pool.query(`alter database ${new URL(url).pathname.slice(1)} owner to ${owner}`);
  const owned = new URL(url);
  Object.assign(owned, { username: owner, password: 'owner' });
  await migrate(owned.toString(), { folder });
  const { rows } = await pool.query(
    `select distinct tableowner as by from pg_tables where schemaname in ('leads', 'live', 'platform')`,
  );
  expect(rows).toEqual([{ by: owner }]);
  await pool.query(`reassign owned by ${owner} to current_user`);
  await pool.query(`drop owned by ${owner}`);
  await pool.query(`drop role ${owner}`);
});
