import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { migrateJobs } from '#platform/jobs';
import { migrate, readSteps } from '#platform/migrate';
import { backUp } from '../../scripts/back-up';
import { createTestDatabase } from '../kit/database';
import { memoryStorage } from '../kit/ports';
import { testEnv } from '../kit/services';
import { emptyPlace } from './restore/empty-place';

const folder = mkdtempSync(path.join(os.tmpdir(), 'clinic-older-'));
const identity = path.join(folder, 'identity.txt');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** @returns its recipient */
async function generateKey(): Promise<string> {
  const parts = { env: testEnv('postgres://nowhere', folder), storage: memoryStorage() };
  await backUp(parts, ['--new-key', identity], () => undefined);
  return /recipient: (\S+)/.exec(readFileSync(identity, 'utf8'))![1]!;
}

it('loads what an older build copied at its own migration, and migrates it from there', async () => {
  const old = await createTestDatabase('template0');
  const steps = readSteps('migrations');
  const last = steps.at(-4)!.name;
  await migrate(old.url, {
    folder: 'migrations',
    until: last,
    afterwards: () => migrateJobs(old.url),
  });
  const client = new pg.Client(old.url);
  await client.connect();
  await client.query(`insert into platform.setting values ('sample.old', '1', 'x', now())`);
  await client.end();
  const older = {
    ...testEnv(old.url, folder),
    BACKUP_RECIPIENTS: [await generateKey()],
  };
  const at = path.join(folder, 'older');
  const lines: string[] = [];
  const storage = memoryStorage();
  expect(await backUp({ env: older, storage }, ['--to', at], (line) => lines.push(line))).toBe(0);
  await old.drop();
  const place = await emptyPlace();
  try {
    const answer = await place.restore(
      '--from',
      path.join(at, lines.at(-1)!.split(':')[0]!.split('/').at(-1)!),
      '--identity',
      identity,
      '--without-erasures',
    );
    expect(answer).toMatchObject({ code: 0 });
    const { pool } = place.open().services.database;
    const { rows } = await pool.query(
      `select value from platform.setting where key = 'sample.old'`,
    );
    expect(rows).toEqual([{ value: 1 }]);
    const { rows: done } = await pool.query('select name from migrations.step order by position');
    expect(done.map(({ name }) => name)).toEqual(steps.map(({ name }) => name));
  } finally {
    await place.close();
  }
}, 120_000);
