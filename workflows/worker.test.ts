import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openDatabase } from '#platform/database/db';
import { newId } from '#platform/base/ids';
import { secondsSinceHeartbeat } from '#engine/testing';
import { createTestServices, type TestServices } from '../tests/kit/services';
import { startTcpProxy } from '../tests/kit/tcp-proxy';
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

it('waits for a database that is away when it starts', async () => {
  const { connectionString = '' } = kit.services.database.pool.options;
  const url = new URL(connectionString);
  const wire = await startTcpProxy({ host: url.hostname, port: Number(url.port) });
  await wire.cut();
  Object.assign(url, { hostname: '127.0.0.1', port: wire.port });
  const database = openDatabase({ url: url.href, poolSize: 5, onError: () => undefined });
  const starting = startWorker({ ...kit.services, database });
  const said = () => kit.logged.filter(({ msg }) => msg === 'worker waits for the database');
  await vi.waitFor(() => expect(said()).toHaveLength(1), 5_000);
  await wire.restore();
  const worker = await starting;
  await vi.waitFor(
    async () => expect(await secondsSinceHeartbeat(kit.services)).toBeLessThan(5),
    5_000,
  );
  await worker.stop();
  expect(said()).toHaveLength(1);
  await database.close();
  await wire.close();
});

it('waits for a database that goes away in the middle of its start', async () => {
  const url = new URL(kit.services.env.databaseDirectUrl);
  const wire = await startTcpProxy({ host: url.hostname, port: Number(url.port) });
  await wire.cut();
  Object.assign(url, { hostname: '127.0.0.1', port: wire.port });
  // The process's own connections are whole; those of its queue are not yet.
  const env = { ...kit.services.env, databaseDirectUrl: url.href };
  const starting = startWorker({ ...kit.services, env });
  const said = () => kit.logged.filter(({ msg }) => msg === 'worker waits for the database');
  await vi.waitFor(() => expect(said()).toHaveLength(1), 5_000);
  expect(await secondsSinceHeartbeat(kit.services)).toBeNull();
  await wire.restore();
  const worker = await starting;
  await vi.waitFor(
    async () => expect(await secondsSinceHeartbeat(kit.services)).toBeLessThan(5),
    5_000,
  );
  await worker.stop();
  await wire.close();
});

it('does not wait for a database that will never be there', async () => {
  const url = new URL(String(kit.services.database.pool.options.connectionString));
  url.pathname = '/nowhere';
  const database = openDatabase({ url: url.href, poolSize: 5, onError: () => undefined });
  await expect(startWorker({ ...kit.services, database })).rejects.toMatchObject({ code: '3D000' });
  await database.close();
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
