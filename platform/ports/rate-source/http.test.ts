import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { httpRateSource } from './http.server';

let server: http.Server;
let origin: string;
const answers: Readonly<Record<string, (answer: http.ServerResponse) => void>> = {
  '/table': (answer) => answer.end('<table/>'),
  '/away': (answer) => answer.writeHead(503).end('later'),
  '/none': (answer) => answer.writeHead(204).end(),
  '/elsewhere': (answer) => answer.writeHead(302, { Location: '/table' }).end(),
  '/large': (answer) => answer.end('x'.repeat(256 * 1024 + 1)),
  '/cut': (answer) => {
    answer.writeHead(200, { 'Content-Length': '100' });
    answer.write('<table');
    setTimeout(() => answer.destroy(), 20);
  },
};
beforeAll(async () => {
  server = http.createServer(({ url = '' }, answer) => answers[url]?.(answer));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const fetchFrom = (path: string) => httpRateSource(origin + path).fetchTable();

it('gives what the address answers', async () => {
  expect(String(await fetchFrom('/table'))).toBe('<table/>');
});

it.each([
  ['/away', 'answer'],
  ['/none', 'answer'],
  ['/elsewhere', 'unreachable'],
  ['/large', 'too-large'],
  ['/cut', 'unreachable'],
])('gives nothing from %s: %s', async (path, reason) => {
  await expect(fetchFrom(path)).rejects.toMatchObject({ name: 'SourceError', reason });
});
