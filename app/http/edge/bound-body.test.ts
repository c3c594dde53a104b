import express from 'express';
import net from 'node:net';
import { setTimeout as pass } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boundBody, boundedBodyOf } from './bound-body';
import { listen, type Listening } from '../listen';

/** Two minutes of the product, so that a test can wait for their end. */
const requestTime = 600;
const piece = 'x'.repeat(2_000);
const every = 50;

let listening: Listening;
beforeAll(async () => {
  const app = express();
  app.use('/refused', (_req, res) => void res.status(401).end());
  app.use(boundBody);
  app.use(async (_req, res) => {
    let bytes = 0;
    for await (const chunk of boundedBodyOf(res)) bytes += (chunk as Buffer).length;
    res.json({ bytes });
  });
  listening = await listen(app, 0, '127.0.0.1', { requestTime });
});
afterAll(async () => {
  listening.server.closeAllConnections();
  await listening.stop();
});

interface Outcome {
  readonly ms: number;
  readonly answer: string;
}

/** Sends a request a piece at a time until the server ends the connection. */
async function sendSlowly(head: string, pieces: number): Promise<Outcome> {
  const began = Date.now();
  let [answer, open] = ['', true];
  const socket = net.connect(listening.port, '127.0.0.1');
  const closed = new Promise<void>((resolve) => {
    socket
      .on('error', () => undefined)
      .once('close', () => {
        open = false;
        resolve();
      });
  });
  socket.on('data', (data) => (answer += data.toString()));
  const length = pieces * piece.length;
  socket.write(`${head}\r\nHost: localhost\r\nContent-Length: ${length}\r\n\r\n`);
  for (let sent = 0; sent < pieces && open; sent += 1) {
    socket.write(piece);
    await pass(every);
  }
  await closed;
  return { ms: Date.now() - began, answer };
}

const multipart = 'Content-Type: multipart/form-data; boundary=x';

describe('how long a request with a body may take', () => {
  it('an upload may take longer than any other request, while it keeps its rate', async () => {
    const { ms, answer } = await sendSlowly(
      `POST /upload HTTP/1.1\r\n${multipart}\r\nConnection: close`,
      40,
    );
    expect(ms).toBeGreaterThan(3 * requestTime);
    expect(answer).toContain('200 OK');
    expect(answer).toContain(`{"bytes":${40 * piece.length}}`);
  });

  it.each([
    ['of a form that is no upload', 'POST /form HTTP/1.1\r\nContent-Type: text/plain'],
    ['that nobody reads', 'GET / HTTP/1.1'],
    ['of an upload that was refused at the door', `POST /refused HTTP/1.1\r\n${multipart}`],
  ])('a body %s is cut off in time', async (_name, head) => {
    const { ms, answer } = await sendSlowly(head, 100);
    // By the clock, not by the end of the answer: a connection that is kept alive may go on sending.
    expect(ms).toBeGreaterThan(requestTime - every);
    expect(ms).toBeLessThan(100 * every);
    expect(answer).not.toContain('"bytes":200000');
  });
});
