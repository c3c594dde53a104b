import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { newId } from '#platform/ids';
import { secondsSinceHeartbeat } from '#platform/flow';
import { createTestServices, type TestServices } from '../tests/kit/services';
import { startSweeps } from './sweeps/start-sweeps';
import { startWorker } from './worker';

let kit: TestServices;
beforeEach(async () => {
  kit = await createTestServices();
});
afterEach(() => kit.close());

it('says that it lives, sweeps at once, and stops in time', async () => {
  expect(await secondsSinceHeartbeat(kit.services)).toBeNull();
  // A timer of nothing: the sweep looks at it and leaves it alone.
  await kit.services.database.pool.query(
    `insert into flow.timer values ($1, 'x', 'sample.x-elapsed', $2, now() - interval '1 s', '{}')`,
    [newId(), newId()],
  );
  const worker = await startWorker(kit.services);
  await vi.waitFor(async () => {
    expect(await secondsSinceHeartbeat(kit.services)).toBeLessThan(5);
    expect(kit.logged.some(({ msg }) => msg === 'timer of no instance')).toBe(true);
  }, 5_000);
  const began = performance.now();
  await worker.stop();
  expect(performance.now() - began).toBeLessThan(15_000);
  expect(await secondsSinceHeartbeat(kit.services)).toBeNull();
});

it('goes on sweeping when a sweep fails, and never runs one twice at once', async () => {
  let runs = 0;
  let together = 0;
  let most = 0;
  const run = async () => {
    runs += 1;
    together += 1;
    most = Math.max(most, together);
    await new Promise((resolve) => setTimeout(resolve, 30));
    together -= 1;
    throw new Error('no');
  };
  const stop = startSweeps(kit.services, [{ name: 'sample.sweep', every: 10 as never, run }]);
  await vi.waitFor(() => expect(runs).toBeGreaterThan(3), 5_000);
  await stop();
  const after = runs;
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(runs).toBe(after);
  expect(most).toBe(1);
  expect(kit.logged.filter(({ msg }) => msg === 'sweep failed').length).toBeGreaterThan(3);
});
