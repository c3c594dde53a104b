import { describe, expect, it } from 'vitest';
import express from 'express';
import { listen } from '#app/http/listen';
import { createOpsApp } from '#app/http/ops-app';
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
