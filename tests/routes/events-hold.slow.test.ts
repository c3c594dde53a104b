import { once } from 'node:events';
import net from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { withTransaction, publishLive } from '#engine';
import { streamsOf } from '#engine/testing';
import { openDatabase } from '#platform/database/db';
import { signedInPatient } from '../../modules/identity/testing';
import { startTestServer, type TestServer } from '../kit/http';
import { listenAt, openStreams } from '../kit/listen';
import { startTcpProxy } from '../kit/tcp-proxy';

const sockets: net.Socket[] = [];
afterEach(() => {
  for (const each of openStreams.splice(0)) each.abort();
  for (const socket of sockets.splice(0)) socket.destroy();
});

const sayAt = (server: TestServer, topic: string, data: Record<string, string | number>) =>
  withTransaction(server.ctx(), (tx) => publishLive(tx, topic, { type: 'test.said', data }));

describe('while the database is away', () => {
  it('streams stay, and miss nothing once it is back', async () => {
    const server = await startTestServer();
    const direct = server.services.database;
    const url = new URL(String(direct.pool.options.connectionString));
    const wire = await startTcpProxy({ host: url.hostname, port: Number(url.port) });
    url.hostname = '127.0.0.1';
    url.port = String(wire.port);
    const database = openDatabase({ url: url.toString(), poolSize: 5, onError: () => undefined });
    try {
      const person = await signedInPatient(server.ctx());
      const topic = `patient:${person.ctx.actor.id}`;
      const { env } = server.services;
      Object.assign(server.services, {
        database,
        env: { ...env, databaseDirectUrl: url.toString() },
      });
      const streams = [await listenAt(server, person.token), await listenAt(server, person.token)];
      await sayAt(server, topic, { n: 1 });
      for (const stream of streams) await stream.has(1);
      await wire.cut();
      Object.assign(server.services, { database: direct });
      for (const n of [2, 3]) await sayAt(server, topic, { n });
      Object.assign(server.services, { database });
      // A stream that is asked for meanwhile is refused; those that are open are told nothing, and stay.
      expect((await listenAt(server, person.token)).answer.status).toBe(503);
      for (const stream of streams) expect(stream.isOpen()).toBe(true);
      await wire.restore();
      for (const stream of streams) {
        await stream.has(3);
        expect(stream.told().map(({ data }) => data!.n)).toEqual([1, 2, 3]);
        expect(stream.isOpen()).toBe(true);
      }
    } finally {
      for (const each of openStreams.splice(0)) each.abort();
      await wire.close();
      await database.close();
      Object.assign(server.services, { database: direct });
      await server.close();
    }
  });
});

describe('when all places are taken', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ most: { ordinary: 6, streams: 3 } });
  });
  afterAll(() => server?.close());

  const newStream = async () => listenAt(server, (await signedInPatient(server.ctx())).token);

  it('by streams, others are answered as ever, and a stream when one has closed', async () => {
    const open = [await newStream(), await newStream(), await newStream()];
    for (const { answer } of open) expect(answer.status).toBe(200);
    const refused = await newStream();
    expect(refused.answer.status).toBe(503);
    expect(Number(refused.answer.headers.get('Retry-After'))).toBeGreaterThan(0);
    for (let n = 0; n < 20; n += 1)
      expect((await server.request('/api/openapi.json')).status).toBe(200);
    open[0]!.close();
    await expect.poll(async () => (await newStream()).answer.status).toBe(200);
  });

  it('by connections that say nothing, open streams are told as ever', async () => {
    const person = await signedInPatient(server.ctx());
    const stream = await listenAt(server, person.token);
    expect(stream.answer.status).toBe(200);
    const refused = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const socket = net.connect(server.listening.port, '127.0.0.1');
        sockets.push(socket.on('error', () => undefined));
        await once(socket, 'connect');
        return Promise.race([
          once(socket, 'close').then(() => true),
          new Promise<boolean>((done) => setTimeout(() => done(false), 500)),
        ]);
      }),
    );
    expect(refused.filter(Boolean).length).toBeGreaterThanOrEqual(6);
    await sayAt(server, `patient:${person.ctx.actor.id}`, { n: 1 });
    await stream.has(1);
  });
});

describe('a reader that takes nothing', () => {
  it('is let go before much of it lies in memory, and others hear everything', async () => {
    const server = await startTestServer();
    try {
      const slow = await signedInPatient(server.ctx());
      const topic = `patient:${slow.ctx.actor.id}`;
      const socket = net.connect(server.listening.port, '127.0.0.1');
      sockets.push(socket.on('error', () => undefined));
      socket.write(
        `GET /api/events HTTP/1.1\r\nHost: localhost:${server.listening.port}\r\nCookie: patient=${slow.token}\r\n\r\n`,
      );
      await once(socket, 'data');
      socket.pause();
      const quick = await listenAt(server, slow.token);
      expect(streamsOf(server.services, topic)).toBe(2);
      const text = 'x'.repeat(500_000);
      for (let n = 0; n < 40; n += 1) await sayAt(server, topic, { n, text });
      await expect.poll(() => streamsOf(server.services, topic), { timeout: 10_000 }).toBe(1);
      await quick.has(40);
      expect(quick.isOpen()).toBe(true);
    } finally {
      for (const each of openStreams.splice(0)) each.abort();
      await server.close();
    }
  });
});
