import { once } from 'node:events';
import { setImmediate as turn, setTimeout as after } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import express from 'express';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { listen, type Listening } from '#app/http/listen';

/** Where the server's thread stands still, its client must not: asks, is silent for `workerData.silent`, and asks again. */
const client = `
const net = require('node:net');
const { parentPort, workerData } = require('node:worker_threads');
const socket = net.connect(workerData.port, '127.0.0.1');
const ask = () => socket.write('GET / HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n');
let answers = 0;
socket.on('connect', ask);
socket.on('data', () => {
  answers += 1;
  parentPort.postMessage('answer');
  if (answers === 1) setTimeout(ask, workerData.silent);
});
socket.on('error', ({ code }) => parentPort.postMessage(code));
socket.on('close', () => parentPort.postMessage('closed'));
`;

let listening: Listening;
beforeEach(async () => {
  listening = await listen(
    express().use((_req, res) => void res.end('x')),
    0,
    '127.0.0.1',
  );
  // The same mechanism with less patience. With Node's buffer a silent connection is closed after 1.2 seconds.
  listening.server.keepAliveTimeout = 200;
});
afterEach(() => listening.stop());

const idleFor = (silent: number) =>
  new Worker(client, { eval: true, workerData: { port: listening.port, silent } });
const said = async (worker: Worker) => ((await once(worker, 'message')) as [string])[0];
const standStill = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

it('answers what came on a silent connection before its time was over, though the server had none to look', async () => {
  const worker = idleFor(900);
  expect(await said(worker)).toBe('answer');
  await after(600);
  // As in the work of a request: of what is due then, timers come first.
  await turn();
  standStill(1_200);
  expect(await said(worker)).toBe('answer');
  // It falls silent again, and ends as any other.
  expect(await said(worker)).toBe('closed');
  await worker.terminate();
});

it('closes a connection that stays silent', async () => {
  const worker = idleFor(60_000);
  expect(await said(worker)).toBe('answer');
  const began = performance.now();
  expect(await said(worker)).toBe('closed');
  expect(performance.now() - began).toBeLessThan(5_000);
  await worker.terminate();
});
