import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { withTransaction, publishLive } from '#engine';
import { hubOf } from '#engine/testing';
import { milliseconds } from '#platform/base/duration';
import { signedInPatient, signedInStaff } from '../../modules/identity/testing';
import { accessOf } from '../../workflows/live-access';
import { startTestServer, type TestServer } from '../kit/http';
import { listenAt, listenersAt, openStreams } from '../kit/listen';
import { countRoundTrips } from '../kit/round-trips';

const beat = milliseconds(1_000);
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  hubOf(server.services, { accessOf, beat });
});
afterEach(async () => {
  for (const each of openStreams.splice(0)) each.abort();
  await expect.poll(() => listenersAt(server), { timeout: 5_000 }).toBe(0);
});
afterAll(() => server?.close());

const announceTo = (topic: string, n: number) =>
  withTransaction(server.ctx(), (tx) => publishLive(tx, topic, { type: 'test.said', data: { n } }));

/** Two hundred streams: of twenty-four of staff, and one of a patient's. */
async function crowd() {
  const streams = [];
  for (let n = 0; n < 24; n += 1) {
    const { token } = await signedInStaff(server.ctx());
    const open = () => listenAt(server, token, undefined, { cookie: 'staff' });
    streams.push(...(await Promise.all(Array.from({ length: 8 }, open))));
  }
  const { token, ctx } = await signedInPatient(server.ctx());
  const own = await Promise.all(Array.from({ length: 8 }, () => listenAt(server, token)));
  const patient = `patient:${ctx.actor.id}`;
  expect(streams.concat(own).map(({ answer }) => answer.status)).toEqual(Array(200).fill(200));
  return { streams, own, patient };
}

const reads = (statements: readonly string[]) =>
  statements.filter((text) => !/^(begin|commit|with live_rows|listen|set )/i.test(text));

describe('two hundred streams', () => {
  it('cost one reading a message, and two a beat', async () => {
    const { streams, own, patient } = await crowd();
    const heard = await countRoundTrips(async () => {
      await announceTo('staff', 1);
      for (const stream of streams) await stream.has(1);
    });
    // A beat may fall into the time that this takes.
    expect(reads(heard.statements).length).toBeLessThanOrEqual(4);
    const burst = await countRoundTrips(async () => {
      await withTransaction(server.ctx(), async (tx) => {
        for (const n of [2, 3, 4])
          for (const topic of ['staff', patient])
            await publishLive(tx, topic, { type: 'test.said', data: { n } });
      });
      for (const stream of streams) await stream.has(4);
      for (const stream of own) await stream.has(3);
    });
    expect(reads(burst.statements).length).toBeLessThanOrEqual(5);
    const idle = await countRoundTrips(() => new Promise((done) => setTimeout(done, 3 * beat)));
    // Who may still listen, what clinics may hear (there are none), and what is new in all topics.
    expect(idle.statements.length).toBeLessThanOrEqual(4 * 2);
    expect(idle.statements.length).toBeGreaterThanOrEqual(2 * 2);
    expect(idle.unprepared).toEqual([]);
    for (const { raw } of streams) expect(raw.join('')).toContain(': here\n\n');
  });

  it('take what they missed from one reading where they were at the same place', async () => {
    const { token, ctx } = await signedInPatient(server.ctx());
    const topic = `patient:${ctx.actor.id}`;
    const first = await listenAt(server, token);
    await announceTo(topic, 0);
    await first.has(1);
    const last = first.told()[0]!.id!;
    first.close();
    for (let n = 1; n <= 450; n += 1) await announceTo(topic, n);
    const again = await Promise.all(Array.from({ length: 6 }, () => listenAt(server, token, last)));
    for (const stream of again) {
      await stream.has(450);
      expect(stream.told().map(({ data }) => data!.n)).toEqual(
        Array.from({ length: 450 }, (_, n) => n + 1),
      );
    }
  });
});
