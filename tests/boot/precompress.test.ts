import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, expect, it } from 'vitest';
import { precompress } from '../../scripts/lib/precompress.mjs';

const folder = mkdtempSync(path.join(os.tmpdir(), 'clinic-precompress-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('lays compressed files beside those that shrink, and beside no others', async () => {
  const script = 'export const a = 1;\n'.repeat(500);
  mkdirSync(path.join(folder, 'assets'));
  writeFileSync(path.join(folder, 'assets', 'app-1a2b.js'), script);
  writeFileSync(path.join(folder, 'assets', 'app-1a2b.js.map'), script);
  writeFileSync(path.join(folder, 'short.css'), 'a{}');
  writeFileSync(path.join(folder, 'og.png'), script);
  await precompress(folder);
  const at = (name: string) => readFileSync(path.join(folder, 'assets', name));
  expect(brotliDecompressSync(at('app-1a2b.js.br')).toString()).toBe(script);
  expect(gunzipSync(at('app-1a2b.js.gz')).toString()).toBe(script);
  expect(readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()).toEqual(
    [
      'assets',
      'assets/app-1a2b.js',
      'assets/app-1a2b.js.br',
      'assets/app-1a2b.js.gz',
      'assets/app-1a2b.js.map',
      'og.png',
      'short.css',
    ].sort(),
  );
});
