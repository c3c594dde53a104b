import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrateJobs } from '#engine/operations';
import { migrate, readBaseline, readSteps } from '#platform/process/migrate';
import { backUp } from '../../scripts/back-up';
import { runFormer } from '../baseline/former-migrations';
import { createTestDatabase } from '../kit/database';
import { memoryStorage } from '../kit/ports';
import { testEnv } from '../kit/services';
import { emptyPlace } from './restore/empty-place';

const folder = mkdtempSync(path.join(os.tmpdir(), 'clinic-older-'));
const identity = path.join(folder, 'identity.txt');
const baseline = readBaseline('migrations');
const first = baseline.steps.length;
const steps = readSteps('migrations');
let recipient: string;
beforeAll(async () => {
  const parts = { env: testEnv('postgres://nowhere', folder), storage: memoryStorage() };
  await backUp(parts, ['--new-key', identity], () => undefined);
  recipient = /recipient: (\S+)/.exec(readFileSync(identity, 'utf8'))![1]!;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** As a build of then left its database, with so many migrations: those of the baseline one by one, as it ran them. */
async function makeOlder(url: string, count: number): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  await runFormer(pool, baseline.steps, { until: Math.min(count, first) });
  if (count >= first) await migrate(url, { folder: 'migrations', until: steps[count - 1]!.name });
  await migrateJobs(url);
  await pool.query(`insert into platform.setting values ('sample.old', '1', 'x', now())`);
  await pool.end();
}

/** @returns the folder of a backup that a build with so many migrations made */
async function backupAt(count: number): Promise<string> {
  const old = await createTestDatabase('template0');
  try {
    await makeOlder(old.url, count);
    const env = { ...testEnv(old.url, folder), BACKUP_RECIPIENTS: [recipient] };
    const at = path.join(folder, `at-${count}`);
    const lines: string[] = [];
    const say = (line: string) => lines.push(line);
    expect(await backUp({ env, storage: memoryStorage() }, ['--to', at], say)).toBe(0);
    return path.join(at, lines.at(-1)!.split(':')[0]!.split('/').at(-1)!);
  } finally {
    await old.drop();
  }
}

const asked = (from: string) => ['--from', from, '--identity', identity, '--without-erasures'];

it.each([first, first + 1].map((count) => [steps[count - 1]!.name, count] as const))(
  'loads what an older build copied at %s, and migrates it from there',
  async (_, count) => {
    const from = await backupAt(count);
    const place = await emptyPlace();
    try {
      expect(await place.restore(...asked(from))).toMatchObject({ code: 0 });
      const { pool } = place.open().services.database;
      const { rows } = await pool.query(
        `select value from platform.setting where key = 'sample.old'`,
      );
      expect(rows).toEqual([{ value: 1 }]);
      const { rows: done } = await pool.query(
        'select name, hash from migrations.step order by position',
      );
      expect(done).toEqual(steps);
    } finally {
      await place.close();
    }
  },
  120_000,
);

it('refuses one from before the baseline with the build to restore it with, and touches nothing', async () => {
  const from = await backupAt(first - 1);
  const place = await emptyPlace();
  try {
    const { code, text } = await place.restore(...asked(from));
    expect(code).toBe(1);
    expect(text).toBe(
      `The backup is at migration 0045_ways-back; this version begins at ${steps[first - 1]!.name}. ` +
        `Restore it with the build of commit ${baseline.build}, then start this one on what was restored.`,
    );
    const { pool } = place.open().services.database;
    const { rows } = await pool.query(`select to_regnamespace('migrations') as there`);
    expect(rows).toEqual([{ there: null }]);
  } finally {
    await place.close();
  }
}, 120_000);
