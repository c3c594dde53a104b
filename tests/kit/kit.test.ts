import { sql } from 'drizzle-orm';
import { matchesGlob } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { now } from '#platform/time/clock';
import { hours } from '#platform/base/duration';
import { waits } from '../../scripts/lib/test-groups.mjs';
import { advance, resetClock, setClock } from './clock';
import { ownProcess } from './own-process';
import { createTestServices, type TestServices } from './services';
import { filesOf } from './tree';

describe('the test kit', () => {
  let kit: TestServices;
  beforeAll(async () => {
    kit = await createTestServices();
  });
  afterAll(() => kit.close());

  it('gives a migrated database of its own', async () => {
    const other = await createTestServices();
    await kit.ctx().db.execute(sql`create table public.mine (id int)`);
    const seen = await other
      .ctx()
      .db.execute(
        sql`select to_regclass('public.mine') as mine, to_regclass('platform.setting') as ours`,
      );
    expect(seen.rows[0]).toMatchObject({ mine: null, ours: 'platform.setting' });
    await other.close();
  });

  it('moves the clock that rules go by', async () => {
    await setClock(kit.services, new Date('2030-01-01T00:00:00Z'));
    await advance(kit.services, hours(2));
    expect((await now(kit.ctx())).toISOString()).toMatch(/^2030-01-01T02:00:0/);
    await resetClock(kit.services);
    expect(Math.abs((await now(kit.ctx())).getTime() - Date.now())).toBeLessThan(5_000);
  });
});

describe('tests that measure their process', () => {
  const tests = filesOf([
    'admin',
    'app',
    'quality',
    'engine',
    'migrations',
    'modules',
    'platform',
    'workflows',
  ]);
  const all = [...tests, ...filesOf(['tests/boot', 'tests/faults', 'tests/routes'])];
  const measures = /process\.memoryUsage|\bunprepared\b|pg_prepared_statements/;

  it('have one of their own', () => {
    const measuring = all.filter(
      ([file, text]) => /\.test\.tsx?$/.test(file) && measures.test(text),
    );
    expect(measuring.length).toBeGreaterThan(0);
    const alone = (file: string) => ownProcess.includes(file) || matchesGlob(file, waits);
    expect(measuring.map(([file]) => file).filter((file) => !alone(file))).toEqual([]);
  });

  it('are there', () => {
    expect(ownProcess.filter((file) => !all.some(([other]) => other === file))).toEqual([]);
  });
});
