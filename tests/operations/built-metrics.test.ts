import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { build, mergeConfig } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serverBuild } from '../../scripts/server-build';

/** Holds its only thread for a while, then tells its numbers. */
const program = `
import { Registry } from 'prom-client';
import { watchNode } from '${path.resolve('platform/metrics/watch-process.ts')}';
const registry = new Registry();
watchNode(registry);
await new Promise((resolve) => setTimeout(resolve, 100));
for (const end = performance.now() + 200; performance.now() < end;);
await new Promise((resolve) => setTimeout(resolve, 100));
console.log(await registry.metrics());
process.exit(0);
`;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'clinic-built-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('a process of the build tells how late its loop is and how long it clears its memory', async () => {
  const entry = path.join(folder, 'program.ts');
  writeFileSync(entry, program);
  const own = {
    configFile: false,
    logLevel: 'error',
    resolve: { alias: { 'prom-client': path.resolve('node_modules/prom-client') } },
    build: { ssr: true, outDir: path.join(folder, 'out'), minify: false },
  } as const;
  const config = mergeConfig(serverBuild, own);
  config.build.rollupOptions.input = { program: entry };
  await build(config);
  writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}');
  const told = execFileSync(process.execPath, [path.join(folder, 'out/program.js')], {
    encoding: 'utf8',
  });
  const late = Number(/^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(told)?.[1]);
  expect(late).toBeGreaterThan(0.1);
  expect(told).toContain('nodejs_gc_duration_seconds_bucket{');
}, 60_000);
