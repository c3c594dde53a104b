import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exhaust } from '../../trials/kit/drive';

const closed: http.RequestListener = (request) => request.socket.destroy();
const brokenOff: http.RequestListener = (request, answer) => {
  answer.writeHead(200, { 'Content-Length': '100' });
  answer.write('half', () => request.socket.destroy());
};
const limited: http.RequestListener = (_, answer) => answer.writeHead(429).end();
const right: http.RequestListener = (_, answer) => answer.end('whole');
const answers: Record<string, http.RequestListener> = { closed, brokenOff, limited, right };

describe('requests as fast as they are answered', () => {
  const server = http.createServer((request, answer) => {
    answers[request.url!.slice(1)]!(request, answer);
  });
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  afterAll(() => void server.close());

  it('end by themselves, and count each that was broken off or wrong', async () => {
    const { port } = server.address() as AddressInfo;
    const calls = Object.keys(answers).map((name) => ({
      name,
      status: 200,
      next: () => ({ method: 'GET' as const, path: `/${name}`, headers: {} }),
    }));
    const done = await exhaust({ port, requests: 400, atOnce: 8, silence: 10 }, calls);
    expect([...done.counts].sort()).toEqual([
      ['brokenOff ECONNRESET', 100],
      ['closed ECONNRESET', 100],
      ['limited 429', 100],
      ['right 200', 100],
    ]);
    expect(done).toMatchObject({ resets: 200, wrong: 100 });
  }, 30_000);
});
