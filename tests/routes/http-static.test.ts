import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../kit/http';
import { rawRequest } from '../kit/raw-http';

let server: TestServer;
const script = 'export const a = 1;\n'.repeat(2_000);
const folder = mkdtempSync(path.join(os.tmpdir(), 'clinic-static-'));
beforeAll(async () => {
  mkdirSync(path.join(folder, 'assets'));
  for (const name of ['assets/app-1a2b.js', 'assets/app-1a2b.js.map', 'og.png', 'sw.js', '.secret'])
    writeFileSync(path.join(folder, name), 'x');
  writeFileSync(path.join(folder, 'long.css'), 'a{color:red}'.repeat(1_000));
  writeFileSync(path.join(folder, 'assets', 'big-3c4d.js'), script);
  // As the build lays them there; told apart from what would be compressed now by what is in them.
  writeFileSync(
    path.join(folder, 'assets', 'big-3c4d.js.br'),
    brotliCompressSync(`${script}// br`),
  );
  writeFileSync(path.join(folder, 'assets', 'big-3c4d.js.gz'), gzipSync(`${script}// gz`));
  server = await startTestServer({ clientFolder: folder, consoleFolder: folder });
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

  describe.each(['/assets/big-3c4d.js', '/console/assets/big-3c4d.js'])('%s', (file) => {
    const get = (encoding: string, ...more: string[]) =>
      rawRequest(server.listening.port, [
        `GET ${file} HTTP/1.1`,
        `Host: localhost:${server.listening.port}`,
        `Accept-Encoding: ${encoding}`,
        'Connection: close',
        ...more,
      ]);

    it.each([
      ['gzip, deflate, br', 'br', (bytes: Buffer) => brotliDecompressSync(bytes)],
      ['gzip, deflate', 'gzip', (bytes: Buffer) => gunzipSync(bytes)],
      ['br;q=0, gzip', 'gzip', (bytes: Buffer) => gunzipSync(bytes)],
    ])('goes out as it was compressed once, for %s', async (accepted, encoding, unpack) => {
      const answer = await get(accepted);
      expect(answer.headers).toMatchObject({
        'content-encoding': encoding,
        'content-type': expect.stringMatching(/javascript; charset=utf-8$/) as string,
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'Accept-Encoding',
      });
      const text = unpack(Buffer.from(answer.body, 'latin1')).toString();
      expect(text).toBe(`${script}// ${encoding === 'br' ? 'br' : 'gz'}`);
      const again = await get(accepted, `If-None-Match: ${answer.headers.etag}`);
      expect(again.status).toBe(304);
    });

    it('goes out plain for who reads nothing else', async () => {
      const answer = await get('identity');
      expect(answer.headers['content-encoding']).toBeUndefined();
      expect(answer.headers.vary).toBe('Accept-Encoding');
      expect(answer.body).toBe(script);
    });
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

describe('files of a console that is built anew', () => {
  const built = (name: string) => writeFileSync(path.join(folder, 'assets', name), 'x');
  const withVite = () =>
    startTestServer({ consoleFolder: folder, vite: (_req, _res, next) => next() });

  it('are there at once in development', async () => {
    const development = await withVite();
    built('new-5e6f.js');
    const answer = await development.request('/console/assets/new-5e6f.js');
    await development.close();
    expect(answer.status).toBe(200);
  });

  it('are those of the start otherwise, so that nothing else asks the disk', async () => {
    built('late-7a8b.js');
    expect((await server.request('/console/assets/late-7a8b.js')).status).toBe(404);
  });
});
