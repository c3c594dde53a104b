import { readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type pg from 'pg';

/** The files that the baseline stands for, by their names, in their order. */
export function formerMigrations(): ReadonlyArray<readonly [name: string, sql: string]> {
  const packed = readFileSync(path.join(import.meta.dirname, 'migrations-to-0046.json.br'));
  return Object.entries(
    JSON.parse(brotliDecompressSync(packed).toString('utf8')) as Readonly<Record<string, string>>,
  );
}

/** Runs the files from `from` on and before `until` (positions) as builds before the baseline ran them, with their records. */
export async function runFormer(
  pool: pg.Pool,
  hashes: ReadonlyArray<{ readonly name: string; readonly hash: string }>,
  { from = 0, until = hashes.length }: { from?: number; until?: number } = {},
): Promise<void> {
  await pool.query('create schema if not exists migrations');
  await pool.query(`create table if not exists migrations.step (
    position serial primary key, name text not null unique, hash text not null,
    applied_at timestamptz not null default now())`);
  for (const [position, [name, sql]] of formerMigrations().slice(0, until).entries())
    if (position >= from) await runFile(pool, { name, hash: hashes[position]!.hash, sql });
}

async function runFile(
  pool: pg.Pool,
  { name, hash, sql }: { name: string; hash: string; sql: string },
): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    for (const statement of sql.split('--> statement-breakpoint'))
      if (statement.trim() !== '') await client.query(statement);
    await client.query('insert into migrations.step (name, hash) values ($1, $2)', [name, hash]);
    await client.query('commit');
  } finally {
    client.release();
  }
}
