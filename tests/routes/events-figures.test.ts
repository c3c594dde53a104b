import { afterEach, describe, expect, it } from 'vitest';
import { listen, type Listening } from '#app/http/listen';
import { createMetrics, watchStreams } from '#app/http/metrics';
import { createOpsApp } from '#app/http/health';
import { signedInPatient } from '../../modules/identity/testing';
import { signedInClinic } from '../kit/clinics';
import { startTestServer, type TestServer } from '../kit/http';
import { listenAt, openStreams } from '../kit/listen';

let server: TestServer;
let ops: Listening;

/** A server with so many streams in all and of an address, whose figures the operations port tells. */
async function start(all: number, ofAddress: number): Promise<void> {
  server = await startTestServer({
    most: { ordinary: 100, streams: all },
    shares: { requests: 64, streams: ofAddress, sockets: 100 },
  });
  const metrics = createMetrics({ defaults: false });
  watchStreams(metrics, server.services, all);
  ops = await listen(createOpsApp(metrics, []), 0, '127.0.0.1');
}
afterEach(async () => {
  for (const each of openStreams.splice(0)) each.abort();
  await ops?.stop();
  await server?.close();
});

/** What the operations port says of streams, by name and label. */
async function figures(): Promise<Record<string, number>> {
  const text = await (await fetch(`http://127.0.0.1:${ops.port}/metrics`)).text();
  return Object.fromEntries(
    [...text.matchAll(/^live_streams_(\w+)\{\w+="(\w+)"\} (\S+)$/gm)].map(
      ([, name, label, value]) => [`${name} ${label}`, Number(value)],
    ),
  );
}

const none = {
  'open patient': 0,
  'open clinic': 0,
  'open staff': 0,
  'refused_total person': 0,
  'refused_total address': 0,
  'refused_total process': 0,
};

describe('the operations port', () => {
  it('tells open streams by who reads them, and those that were refused by the limit they met', async () => {
    await start(10, 100);
    expect(await figures()).toEqual(none);
    const patient = await signedInPatient(server.ctx());
    const clinic = await signedInClinic(server.ctx(), { state: 'approved' });
    const streamOf = (token: string, cookie = 'patient') =>
      listenAt(server, token, undefined, { cookie });
    for (let n = 0; n < 8; n += 1) expect((await streamOf(patient.token)).answer.status).toBe(200);
    expect((await streamOf(clinic.token, 'clinic')).answer.status).toBe(200);
    expect(await figures()).toEqual({ ...none, 'open patient': 8, 'open clinic': 1 });
    expect((await streamOf(patient.token)).answer.status).toBe(429);
    expect((await streamOf(clinic.token, 'clinic')).answer.status).toBe(200);
    expect((await streamOf(clinic.token, 'clinic')).answer.status).toBe(503);
    expect(await figures()).toEqual({
      ...none,
      'open patient': 8,
      'open clinic': 2,
      'refused_total person': 1,
      'refused_total process': 1,
    });
    for (const each of openStreams.splice(0)) each.abort();
    await expect.poll(figures).toMatchObject({ 'open patient': 0, 'open clinic': 0 });
  });

  it('tells streams that an address may not hold', async () => {
    await start(10, 1);
    const { token } = await signedInPatient(server.ctx());
    expect((await listenAt(server, token)).answer.status).toBe(200);
    expect((await listenAt(server, token)).answer.status).toBe(429);
    expect(await figures()).toEqual({ ...none, 'open patient': 1, 'refused_total address': 1 });
  });
});
