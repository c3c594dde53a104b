import { beforeAll, expect, it } from 'vitest';
import { minutes, seconds } from '#platform/base/duration';
import { ensureBuilt } from '../../scripts/lib/ensure-built.mjs';
import { play } from '../../quality/trials/world/index';
import { withoutPlace } from '../../quality/trials/world/planted';

// In a run of all tests it is there already.
beforeAll(() => ensureBuilt(process.execPath), minutes(15));

it('finds in the build what each planted fault changes', () => {
  expect(withoutPlace()).toEqual([]);
});

/** Long enough for every offer to run out and every silence to count. */
const settled = 17;

it(
  'people use the build while its parts are killed, cut and paused: nothing is lost, doubled or shown to others',
  async () => {
    const { findings, figures } = await play({ seed: 7, lasts: seconds(30), days: settled });
    expect(findings).toEqual([]);
    expect(figures['acknowledged deeds']).toBeGreaterThan(20);
    expect(figures['faults that happened']).toBeGreaterThan(1);
  },
  minutes(8),
);
