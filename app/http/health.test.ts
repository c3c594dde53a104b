import express from 'express';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { healthRoutes } from './health';
import { listen, type Listening } from './listen';

let server: Listening;
let asked = 0;
let release: () => void;
beforeAll(async () => {
  const check = () => {
    asked += 1;
    return new Promise<void>((resolve) => {
      release = resolve;
    });
  };
  const app = express();
  app.use(healthRoutes([{ name: 'store', check }]));
  server = await listen(app, 0, '127.0.0.1');
});
afterAll(() => server.stop());

it('asks each probe once for all who wait, and anew for who comes after them', async () => {
  const ask = () => fetch(`http://127.0.0.1:${server.port}/readyz`);
  const many = Array.from({ length: 20 }, ask);
  await expect.poll(() => asked).toBe(1);
  await fetch(`http://127.0.0.1:${server.port}/healthz`);
  release();
  for (const answer of await Promise.all(many)) expect(answer.status).toBe(200);
  const before = asked;
  const next = ask();
  await expect.poll(() => asked).toBe(before + 1);
  release();
  expect((await next).status).toBe(200);
});
