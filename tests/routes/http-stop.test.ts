import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { describe, expect, it } from 'vitest';
import express from 'express';
import { listen } from '#app/http/listen';
import { createOpsApp } from '#app/http/health';
import { createMetrics } from '#app/http/metrics';

const open = async (handler: express.RequestHandler) => {
  const listening = await listen(express().use(handler), 0, '127.0.0.1');
  return { ...listening, url: `http://127.0.0.1:${listening.port}` };
};
const after = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('stopping', () => {
  it('lets what is in flight end, and takes nothing new', async () => {
    const { url, stop } = await open((_req, res) => void setTimeout(() => res.end('whole'), 300));
    const running = Array.from({ length: 20 }, () => fetch(url).then((answer) => answer.text()));
    await after(100);
    const stopped = stop();
    await after(20);
    await expect(fetch(url)).rejects.toThrow();
    expect(await Promise.all(running)).toEqual(Array.from({ length: 20 }, () => 'whole'));
    await stopped;
  });

  it('ends live streams, which never end by themselves', async () => {
    const { url, stop } = await open((_req, res) => {
      res.setHeader('Content-Type', 'text/event-stream');
      res.write('data: 1\n\n');
    });
    const text = fetch(url).then((answer) => answer.text());
    await after(100);
    const started = performance.now();
    await stop();
    expect(await text).toBe('data: 1\n\n');
    expect(performance.now() - started).toBeLessThan(2_000);
  });

  it('answers what comes on a connection kept alive, as the last of it', async () => {
    const { port, stop } = await open((_req, res) => void res.end('x'));
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    const get = () =>
      new Promise<http.IncomingMessage>((resolve, reject) => {
        const request = http.get({ port, host: '127.0.0.1', agent }, (answer) => {
          answer.resume().once('end', () => resolve(answer));
        });
        request.once('error', reject);
      });
    expect((await get()).headers.connection).toBe('keep-alive');
    const stopped = stop();
    await after(50);
    expect((await get()).headers.connection).toBe('close');
    await expect(get()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await stopped;
  });

  it('closes silent connections in order, also those that never said a word', async () => {
    const { port, stop } = await open((_req, res) => void res.end('x'));
    const ends = await Promise.all(
      Array.from({ length: 20 }, async (_, i) => {
        const socket = net.connect(port, '127.0.0.1');
        if (i % 2) socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
        socket.resume();
        await once(socket, i % 2 ? 'data' : 'connect');
        return () =>
          once(socket, 'end').then(
            () => 'end',
            (error: Error) => error.message,
          );
      }),
    );
    await after(50);
    const ended = ends.map((end) => end());
    const started = performance.now();
    await stop();
    expect(new Set(await Promise.all(ended))).toEqual(new Set(['end']));
    // Who never spoke would otherwise hold the stop until headers are overdue, for fifteen seconds.
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  it('does not wait for idle connections', async () => {
    const { url, stop } = await open((_req, res) => void res.end('x'));
    await (await fetch(url)).text();
    const started = performance.now();
    await stop();
    expect(performance.now() - started).toBeLessThan(1_000);
  });
});

describe('the operations port', () => {
  it('counts by route pattern and has the probes', async () => {
    const metrics = createMetrics({ defaults: true });
    metrics.requests.observe({ method: 'GET', route: '/request-detail/:id', status: '200' }, 0.01);
    const probe = { name: 'database', check: () => Promise.reject(new Error('away')) };
    const listening = await listen(createOpsApp(metrics, [probe]), 0, '127.0.0.1');
    const url = `http://127.0.0.1:${listening.port}`;
    const text = await (await fetch(`${url}/metrics`)).text();
    expect(text).toContain(
      'http_request_duration_seconds_count{method="GET",route="/request-detail/:id",status="200"} 1',
    );
    expect(text).toContain('process_cpu_seconds_total');
    const ready = await fetch(`${url}/readyz`);
    expect(ready.status).toBe(503);
    expect(await ready.json()).toEqual({ status: 'unavailable', checks: { database: 'failed' } });
    await listening.stop();
  });
});
