import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { migrate } from '#platform/process/migrate';
import { oneLineATable, snapshotsIn } from '../scripts/lib/migration-snapshot.mjs';
import drizzle from '../drizzle.config';

describe('the migrations', () => {
  let url: string;
  let folder: string;
  const admin = async (statement: string): Promise<void> => {
    const client = new pg.Client(inject('postgresUrl'));
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  beforeAll(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'clinic-migrations-'));
    cpSync('migrations', folder, { recursive: true });
    await admin('create database migrations_test');
    url = inject('postgresUrl').replace(/\/postgres$/, '/migrations_test');
  });
  afterAll(async () => {
    await admin('drop database migrations_test with (force)');
    rmSync(folder, { recursive: true, force: true });
  });

  it('hold every table of the code', () => {
    const before = readdirSync(folder).filter((name) => name.endsWith('.sql'));
    const config = path.join(folder, 'drizzle.config.json');
    const schema = [drizzle.schema ?? []].flat();
    const settings = {
      dialect: 'postgresql',
      schema: schema.map((pattern) => path.resolve(pattern)),
      out: path.relative(process.cwd(), folder),
    };
    writeFileSync(config, JSON.stringify(settings));
    execFileSync(process.execPath, [
      'node_modules/drizzle-kit/bin.cjs',
      'generate',
      `--config=${path.relative(process.cwd(), config)}`,
    ]);
    expect(readdirSync(folder).filter((name) => name.endsWith('.sql'))).toEqual(before);
  });

  it('keep the newest picture of the tables only: what generates the next migration reads no other', () => {
    const newest = readdirSync(folder)
      .filter((name) => /^\d+_.*\.sql$/.test(name))
      .sort()
      .at(-1)!;
    expect(readdirSync(path.join(folder, 'meta')).sort()).toEqual([
      `${newest.slice(0, 4)}_snapshot.json`,
      '_journal.json',
    ]);
  });

  it('keep that picture with a line for each table', () => {
    const [newest] = snapshotsIn('migrations');
    const text = readFileSync(newest!, 'utf8');
    expect(text).toBe(oneLineATable(text));
    expect(text.split('\n').length).toBeLessThan(300);
  });

  it('run once when two processes start together', async () => {
    const results = await Promise.all([migrate(url, { folder }), migrate(url, { folder })]);
    const counts = results.map(({ applied }) => applied.length).sort((a, b) => a - b);
    expect(counts[0]).toBe(0);
    expect(counts[1]).toBeGreaterThan(0);
  });

  it('undo a file that fails, and go on with it once it works', async () => {
    const next = path.join(folder, '9000_next.sql');
    const journal = path.join(folder, 'meta/_journal.json');
    const { default: entries } = (await import(journal, { with: { type: 'json' } })) as {
      default: { entries: object[] };
    };
    const added = [...entries.entries, { idx: 9000, tag: '9000_next' }];
    writeFileSync(journal, JSON.stringify({ entries: added }));
    writeFileSync(next, 'create table half (id int);\n--> statement-breakpoint\nselect 1/0;');
    await expect(migrate(url, { folder })).rejects.toThrow('division by zero');
    writeFileSync(next, 'create table half (id int);');
    expect(await migrate(url, { folder })).toEqual({ applied: ['9000_next'] });
  });

  it('refuse a database that other or newer code has migrated', async () => {
    await expect(migrate(url, { folder: 'migrations' })).rejects.toThrow('newer than this version');
    writeFileSync(path.join(folder, '9000_next.sql'), 'create table other (id int);');
    await expect(migrate(url, { folder })).rejects.toThrow('migrated by other code');
  });
});
