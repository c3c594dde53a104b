import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signedInPatient } from '../../modules/identity/testing';
import { startTestServer, type TestServer } from '../kit/http';
import { storedPhoto } from '../routes/fuzz/objects';
import type { Done, Order } from './large-pictures/senders';

let server: TestServer;
beforeAll(async () => {
  // Who waits is told to try again sooner, so that the storm is over sooner.
  server = await startTestServer({ fileWork: { limits: { wait: 5_000 } } });
});
afterAll(() => server?.close());

const cookieOf = async (): Promise<string> =>
  `patient=${(await signedInPatient(server.ctx())).token}`;

/** What the thread of people got, and how late this thread was meanwhile (99th percentile, milliseconds). */
async function during(order: Order): Promise<Done & { late: number }> {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  const people = new Worker(new URL('./large-pictures/senders.ts', import.meta.url), {
    workerData: order,
  });
  const done = new Promise<Done>((resolve, reject) => {
    people
      .once('online', () => delay.enable())
      .once('message', resolve)
      .once('error', reject);
  });
  const told = await done.finally(() => delay.disable());
  return { ...told, late: delay.percentile(99) / 1e6 };
}

it('F28: a hundred pictures of fifty megapixels at once keep nobody else waiting', async () => {
  const picture = await sharp({
    create: { width: 12_000, height: 4_166, channels: 3, background: '#c63' },
  })
    .png()
    .toBuffer();
  const began = performance.now();
  await sharp(picture).resize(200).jpeg().toBuffer();
  const oneTakes = performance.now() - began;
  const cookie = await cookieOf();
  const quiet: Order = {
    base: `http://127.0.0.1:${server.listening.port}`,
    picture: new Uint8Array(picture),
    senders: [],
    other: { cookie, photoId: await storedPhoto(server, cookie) },
    asksFor: 1_000,
  };
  const before = await during(quiet);
  const patients = await Promise.all(Array.from({ length: 10 }, cookieOf));
  const senders = patients.flatMap((each) => Array.from({ length: 10 }, () => each));
  const storm = await during({ ...quiet, senders });

  console.info(
    `one picture ${oneTakes.toFixed()} ms; p99 of the loop's delay ${before.late.toFixed()} ms before, ` +
      `${storm.late.toFixed()} ms during; a photo at most ${Math.max(...storm.asked.map(({ ms }) => ms)).toFixed()} ms`,
  );
  // Kept, or told to try again: nothing else, and nothing without an answer.
  expect(storm.sent).toHaveLength(100);
  expect(storm.sent.filter((answer) => !/^(201|503 (busy|unavailable))$/.test(answer))).toEqual([]);
  expect(storm.sent).toContain('201');
  expect(storm.asked.length).toBeGreaterThan(20);
  expect(new Set(storm.asked.map(({ status }) => status))).toEqual(new Set([200]));
  // A picture that was decoded here would hold the thread for as long as that takes, on this very machine; what else
  // runs on it holds everything, the quiet before as well.
  expect(storm.late).toBeLessThan(Math.max(oneTakes, 5 * before.late));
}, 120_000);
