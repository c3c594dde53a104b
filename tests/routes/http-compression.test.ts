import express from 'express';
import http from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { boundedCompression } from '#app/http/edge/static-files';
import { listen, type Listening } from '#app/http/listen';

const most = 4;
let listening: Listening;
beforeAll(async () => {
  const app = express().use(boundedCompression(most));
  app.get('/slow', (_req, res) => {
    res.type('html').write('<p>'.repeat(1_000));
  });
  app.get('/', (_req, res) => void res.type('html').send('<p>'.repeat(1_000)));
  listening = await listen(app, 0, '127.0.0.1');
});
afterAll(async () => {
  listening.server.closeAllConnections();
  await listening.stop();
});

const get = (path: string) =>
  new Promise<http.IncomingMessage>((resolve, reject) => {
    const { port } = listening;
    const headers = { 'Accept-Encoding': 'gzip' };
    http.get({ port, host: '127.0.0.1', path, headers, agent: false }, resolve).on('error', reject);
  });

it('compresses a number of answers at a time and sends the others as they are', async () => {
  // A compressor holds back what it has until there is enough of it; headers come with the first bytes.
  const held = Array.from({ length: most }, () => get('/slow').catch(() => undefined));
  await expect
    .poll(async () => {
      const answer = await get('/');
      answer.resume();
      return answer.headers['content-encoding'];
    })
    .toBeUndefined();
  listening.server.closeAllConnections();
  await Promise.all(held.map((each) => each.then((answer) => answer?.destroy())));
  await expect
    .poll(async () => {
      const answer = await get('/');
      answer.resume();
      return answer.headers['content-encoding'];
    })
    .toBe('gzip');
});
