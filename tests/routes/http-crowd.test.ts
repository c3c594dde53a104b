import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import express from 'express';
import { mostConnections, sharesOf } from '#app/http/edge/limits';
import { listen, type Listening } from '#app/http/listen';
import { minutes } from '#platform/base/duration';
import { signedInPatient } from '../../modules/identity/testing';
import { startTestServer, type TestServer } from '../kit/http';
import { rawRequest } from '../kit/raw-http';

const sockets: net.Socket[] = [];
let listening: Listening | undefined;
let server: TestServer | undefined;
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await listening?.stop();
  await server?.close();
  listening = server = undefined;
});

/** Connections of one address that say nothing; resolves when each is open or was refused. */
const idle = (count: number, port: number, localAddress: string) =>
  Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<void>((resolve) => {
          const socket = net.connect({ port, host: '127.0.0.1', localAddress });
          sockets.push(socket);
          socket.on('connect', () => resolve()).on('error', () => resolve());
        }),
    ),
  );

const from = (port: number, localAddress: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const options = { port, host: '127.0.0.1', localAddress, agent: false, timeout: 5_000 };
    const request = http.get(options, (answer) => {
      answer.resume();
      resolve(answer.statusCode!);
    });
    request.on('error', reject).on('timeout', () => request.destroy(new Error('no answer')));
  });

describe('idle connections', () => {
  it('of one address leave room for everybody else', async () => {
    const { sockets: socketsPerAddress } = sharesOf('production');
    const app = express().use((_req, res) => void res.end('served'));
    listening = await listen(app, 0, '127.0.0.1', { socketsPerAddress });
    await idle(1_100, listening.port, '127.0.0.2');
    expect(await from(listening.port, '127.0.0.1')).toBe(200);
    await expect(from(listening.port, '127.0.0.2')).rejects.toThrow();
    // Their places are free again as soon as they go.
    for (const socket of sockets.splice(0)) socket.destroy();
    await expect.poll(() => from(listening!.port, '127.0.0.2').catch(() => 0)).toBe(200);
  });

  it('never amount to all there are', () => {
    for (const mode of ['production', 'demo'] as const)
      expect(sharesOf(mode).sockets).toBeLessThan(mostConnections.ordinary);
    expect(mostConnections.streams).toBeGreaterThanOrEqual(5_000);
    const { requests, streams, sockets: all } = sharesOf('production');
    expect({ requests, streams }).toEqual({ requests: 64, streams: 512 });
    expect(all).toBeGreaterThanOrEqual(requests + streams);
    expect(sharesOf('demo').requests).toBeGreaterThan(requests);
  });
});

describe('requests under way', () => {
  const shares = { requests: 4, streams: 2, sockets: 100 };
  const origin = 'https://clinic.example';
  const head = (address: string, path = '/api/auth/send-code') => [
    `POST ${path} HTTP/1.1`,
    'Host: clinic.example',
    `Origin: ${origin}`,
    `X-Forwarded-For: ${address}`,
    'Content-Type: application/json',
    'Content-Length: 100',
  ];
  const start = async () => {
    server = await startTestServer({
      shares,
      rates: { window: minutes(1), general: 10_000, auth: 10_000 },
      parsed: { PUBLIC_URL: origin, origins: [origin], secureCookies: true, TRUST_PROXY: 1 },
    });
    return server.listening.port;
  };
  /** A request whose body does not end. */
  const stall = (port: number, address: string, path?: string) => {
    const socket = net.connect(port, '127.0.0.1');
    sockets.push(socket);
    socket.on('error', () => undefined).write(`${head(address, path).join('\r\n')}\r\n\r\n{`);
    return socket;
  };
  const ask = (port: number, address: string) =>
    rawRequest(port, [
      'GET /api/nowhere HTTP/1.1',
      'Host: clinic.example',
      `X-Forwarded-For: ${address}`,
      'Connection: close',
    ]);

  it('of one address are bounded, however it is written, and those of others are not', async () => {
    const port = await start();
    const spellings = ['203.0.113.9', '203.0.113.9:1', '"203.0.113.9:2"', '::ffff:203.0.113.9'];
    for (const spelling of spellings) stall(port, spelling);
    await expect.poll(async () => (await ask(port, '203.0.113.9:77')).status).toBe(429);
    const refused = await ask(port, '203.0.113.9');
    expect(refused.headers['retry-after']).toBe('1');
    expect(JSON.parse(refused.body)).toMatchObject({ success: false, code: 'too_many_requests' });
    expect((await ask(port, '203.0.113.10')).status).toBe(404);
    for (const socket of sockets.splice(0)) socket.destroy();
    await expect.poll(async () => (await ask(port, '203.0.113.9')).status).toBe(404);
  });

  it('of one household of IPv6 count together', async () => {
    const port = await start();
    for (let n = 1; n <= 4; n += 1) stall(port, `[2001:db8:1:2::${n}]:443`);
    await expect.poll(async () => (await ask(port, '2001:db8:1:2:ffff::1')).status).toBe(429);
    expect((await ask(port, '2001:db8:1:3::1')).status).toBe(404);
  });

  it('and streams have a share each', async () => {
    const port = await start();
    const { token } = await signedInPatient(server!.ctx());
    const listenFrom = async (address: string) => {
      const socket = net.connect(port, '127.0.0.1');
      sockets.push(socket);
      const lines = [
        'GET /api/events HTTP/1.1',
        'Host: clinic.example',
        `Cookie: __Host-patient=${token}`,
        `X-Forwarded-For: ${address}`,
      ];
      socket.write(`${lines.join('\r\n')}\r\n\r\n`);
      const [head] = (await once(socket, 'data')) as [Buffer];
      return Number(head.toString().split(' ')[1]);
    };
    for (let n = 0; n < 4; n += 1) stall(port, '203.0.113.9');
    await expect.poll(async () => (await ask(port, '203.0.113.9')).status).toBe(429);
    expect(await listenFrom('203.0.113.9:1')).toBe(200);
    expect(await listenFrom('203.0.113.9:2')).toBe(200);
    expect(await listenFrom('203.0.113.9:3')).toBe(429);
    expect(await listenFrom('203.0.113.10')).toBe(200);
  });
});
