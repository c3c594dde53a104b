import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestServices, type TestServices } from '../../tests/kit/services';
import { registry } from '../registry';
import { forgetJobs, forgetSchedules } from './forget-jobs';
import { sweeps } from '../sweeps/index';

let kit: TestServices;
beforeAll(async () => {
  kit = await createTestServices();
});
afterAll(() => kit.close());

const names = forgetJobs.map(({ definition }) => definition.name);
const signal = new AbortController().signal;

it('are registered, each with a minute of its own', () => {
  expect(registry.jobs).toEqual(expect.arrayContaining([...forgetJobs]));
  expect(forgetSchedules.map(({ job }) => job)).toEqual(names);
  const minutesOf = registry.schedules.map(({ cron }) => cron.split(' ')[0]);
  expect(new Set(minutesOf).size).toBe(minutesOf.length);
});

it('leave to the timers of the worker what repairs', () => {
  expect(sweeps.map(({ name }) => name)).toEqual([
    'flow.sweep-timers',
    'flow.forget-ended',
    'live.forget-old',
    'clinic-onboarding.watch-scans',
    'casework.sweep',
    'leaving.sweep-archives',
    'exchange.announce-matches',
    'exchange.mend',
    'exchange.mend-latest',
    'deals.mend-reputation',
    'aftercare.repair-given',
    'outcomes.repair-tallies',
    'webhooks.switch-off',
    'push.remove-lost',
    'offers.fetch-rates',
  ]);
});

it('remove what is over and nothing else, from two workers at once and again', async () => {
  const { pool } = kit.services.database;
  await pool.query(
    `insert into clinic_onboarding.registration_draft (phone, fields, saved_at)
     select '+1212555' || lpad(n::text, 4, '0'), '{}', platform.now() - n * interval '1 day'
     from generate_series(1, 40) n`,
  );
  const runs = () =>
    forgetJobs.map(({ definition: { name }, handler }) =>
      handler(kit.ctx(), { id: name, payload: {}, attempt: 1, signal }),
    );
  await Promise.all([...runs(), ...runs()]);
  await Promise.all(runs());
  const { rows } = await pool.query<{ n: number }>(
    'select count(*)::int as n from clinic_onboarding.registration_draft',
  );
  expect(rows[0]!.n).toBeGreaterThan(0);
  expect(rows[0]!.n).toBeLessThan(8);
});
