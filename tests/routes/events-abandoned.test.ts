import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { streamsOf } from '#engine/testing';
import { signedInPatient } from '../../modules/identity/testing';
import { startTestServer, type TestServer } from '../kit/http';
import { listenersAt } from '../kit/listen';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

/** Opens a stream and reads it until the signal aborts. */
async function readUntil(signal: AbortSignal, token: string): Promise<void> {
  const headers = { Accept: 'text/event-stream', Cookie: `patient=${token}` };
  await server
    .request('/api/events', { signal, headers })
    .then((answer) => answer.text())
    .catch(() => undefined);
}

async function someone() {
  const { token, ctx } = await signedInPatient(server.ctx());
  const open = () => streamsOf(server.services, `patient:${ctx.actor.id}`);
  return { token, streams: (n: number) => expect.poll(open, { timeout: 5_000 }).toBe(n) };
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

describe('streams whose reader has left', () => {
  it('are all given up, whether it left before, while or after they were opened', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { token, streams } = await someone();
      const delays = Array.from({ length: 30 }, (_, n) => n * 3);
      await Promise.all(delays.map((ms) => readUntil(AbortSignal.timeout(ms), token)));
      await streams(0);
    }
    await expect.poll(() => listenersAt(server), { timeout: 5_000 }).toBe(0);
  });

  it('are given up whatever was forgotten while they ran', async () => {
    const { token, streams } = await someone();
    const leaving = new AbortController();
    const left = Promise.all([1, 2, 3].map(() => readUntil(leaving.signal, token)));
    await streams(3);
    collectGarbage();
    leaving.abort();
    await left;
    await streams(0);
  });
});
