import type { ChildProcess } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { newPhone } from '../../modules/identity/testing';
import { createQueuedServices, holdCode } from '../kit/identity';
import type { TestServices } from '../kit/services';
import { bundleWorker, kill, spawnWorker, untilWorking } from './killed/worker';

let kit: TestServices;
let gateway: Server;
const workers: ChildProcess[] = [];
/** What has arrived as a whole, in order: what a provider without keys would deliver. */
const taken: Array<{ at: number; key: string; body: string }> = [];
/** Whether the gateway answers. */
let answers = false;

beforeAll(async () => {
  kit = await createQueuedServices();
  gateway = createServer((request, response) => {
    void readText(request).then((body) => {
      taken.push({ at: performance.now(), key: String(request.headers['idempotency-key']), body });
      if (answers) response.writeHead(202).end();
    });
  });
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  await bundleWorker();
});
afterAll(async () => {
  for (const worker of workers) worker.kill('SIGKILL');
  gateway.closeAllConnections();
  gateway.close();
  await kit.close();
});

function startWorker(): ChildProcess {
  const worker = spawnWorker(kit, {
    SMS_PROVIDER: 'webhook',
    SMS_WEBHOOK_URL: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`,
    SMS_WEBHOOK_SECRET: 's'.repeat(43),
  });
  workers.push(worker);
  return worker;
}

const unsent = async () =>
  (
    await kit.services.database.pool.query(
      'select from identity.otp_challenge where code_cipher is not null',
    )
  ).rowCount;

it('a worker killed while the gateway takes a code: one more within twenty seconds, under the same key', async () => {
  const first = startWorker();
  await untilWorking(kit, 1);
  const { code } = await holdCode(kit.ctx(), newPhone());
  await vi.waitFor(() => expect(taken).toHaveLength(1), 40_000);
  const killed = await kill(first);
  answers = true;
  startWorker();
  await untilWorking(kit, 2);
  const working = performance.now();
  await vi.waitFor(async () => expect(await unsent()).toBe(0), 40_000);
  expect(taken).toHaveLength(2);
  const [before, after] = taken as [(typeof taken)[0], (typeof taken)[0]];
  console.info(`${Math.round((after.at - killed) / 100) / 10} s until the second try`);
  // The new worker's own start is the machine's.
  expect(after.at - Math.max(killed, working)).toBeLessThan(15_000);
  expect(after).toEqual({ ...before, at: after.at });
  expect(JSON.parse(after.body)).toMatchObject({ text: expect.stringContaining(code) as string });
}, 120_000);
