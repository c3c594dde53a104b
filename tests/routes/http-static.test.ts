import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../kit/http';

let server: TestServer;
const folder = mkdtempSync(path.join(os.tmpdir(), 'clinic-static-'));
beforeAll(async () => {
  mkdirSync(path.join(folder, 'assets'));
  for (const name of ['assets/app-1a2b.js', 'assets/app-1a2b.js.map', 'og.png', 'sw.js', '.secret'])
    writeFileSync(path.join(folder, name), 'x');
  writeFileSync(path.join(folder, 'long.css'), 'a{color:red}'.repeat(1_000));
  server = await startTestServer({ clientFolder: folder });
});
afterAll(async () => {
  await server?.close();
  rmSync(folder, { recursive: true });
});

describe('files of the browser build', () => {
  it.each([
    ['/assets/app-1a2b.js', 'public, max-age=31536000, immutable'],
    ['/og.png', 'public, max-age=3600'],
    ['/sw.js', 'no-cache'],
  ])('%s may be kept: %s', async (file, control) => {
    const answer = await server.request(file);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('Cache-Control')).toBe(control);
    expect(answer.headers.get('X-Content-Type-Options')).toBe('nosniff');
  });

  it.each([
    '/assets/app-1a2b.js.map',
    '/.secret',
    '/assets/',
    '/assets',
    '/assets/nothing.js',
    '/%2e%2e/package.json',
  ])('%s is not there', async (file) => {
    const answer = await server.request(file);
    expect(answer.status).toBe(404);
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
  });

  it('compresses what shrinks', async () => {
    const answer = await server.request('/long.css', { headers: { 'Accept-Encoding': 'gzip' } });
    expect(answer.headers.get('Content-Encoding')).toBe('gzip');
    expect(await answer.text()).toHaveLength(12_000);
  });

  it('does not count against anybody', async () => {
    const answer = await server.request('/og.png');
    expect(answer.headers.get('RateLimit')).toBeNull();
  });
});
