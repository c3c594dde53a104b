import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';

const cache = mkdtempSync(path.join(os.tmpdir(), 'clinic-vite-'));
afterAll(() => rmSync(cache, { recursive: true, force: true }));

it('npm run dev bundles every package of a page before the first page asks for it', async () => {
  const { VITEST, ...env } = process.env;
  expect(VITEST).toBeDefined();
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['tests/boot/late-dependencies.mjs', cache],
    { env: { ...env, NODE_ENV: 'development' } },
  );
  const { modules, packages, late } = JSON.parse(stdout.trim().split('\n').at(-1)!) as {
    modules: number;
    packages: number;
    late: string[];
  };
  // What is asked for is the product, not a page of faults.
  expect([modules > 300, packages > 10]).toEqual([true, true]);
  expect(late, 'name them in vite.config.ts').toEqual([]);
}, 180_000);
