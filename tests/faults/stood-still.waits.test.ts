import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { build, mergeConfig } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { watchTimes } from '#platform/observability/loop-watch';
import { demoSecrets } from '../kit/demo-secrets';
import processes from '../../scripts/vite.processes.config';
import { freePort } from '../../scripts/lib/ports.mjs';
import { createQueuedServices } from '../kit/identity';
import type { TestServices } from '../kit/services';

let kit: TestServices;
let folder: string;
let port: number;
let ops: number;
let child: ChildProcess | undefined;
let output = '';
const outDir = path.resolve(`node_modules/.cache/stood-still-${process.pid}`);

beforeAll(async () => {
  kit = await createQueuedServices();
  folder = mkdtempSync(path.join(os.tmpdir(), 'stood-still-'));
  port = await freePort();
  ops = await freePort();
  const config = mergeConfig(processes, {
    configFile: false,
    logLevel: 'error',
    build: { outDir },
  });
  config.build.rollupOptions.input = { web: path.resolve('tests/faults/stood-still/web.ts') };
  await build(config);
}, 180_000);
afterAll(async () => {
  if (child?.exitCode === null && child.signalCode === null) {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  rmSync(outDir, { recursive: true, force: true });
  rmSync(folder, { recursive: true });
  await kit.close();
});

/** The web process, as whoever runs it would start it anew. */
async function start(): Promise<ChildProcess> {
  output = '';
  child = spawn(process.execPath, [path.join(outDir, 'web.js')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      TEST_DATABASE_URL: kit.services.env.databaseUrl,
      DATA_DIR: folder,
      ...demoSecrets,
      PORT: String(port),
      OPS_PORT: String(ops),
      TRUST_PROXY: '1',
    } as unknown as NodeJS.ProcessEnv,
  });
  child.stdout!.on('data', (text: Buffer) => (output += text.toString()));
  await expect.poll(() => output, { timeout: 30_000 }).toMatch(/http\.listening/);
  return child;
}

const ask = (target: string, from: string) =>
  fetch(`http://127.0.0.1:${port}${target}`, { headers: { 'X-Forwarded-For': from } });

const linesOf = (msg: string) =>
  output
    .split('\n')
    .filter((line) => line.includes(`"${msg}"`))
    .map((line) => JSON.parse(line) as Record<string, unknown>);

const numbers = async () => (await fetch(`http://127.0.0.1:${ops}/metrics`)).text();

/** Milliseconds until the process is gone that the request of somebody stops. */
async function stopAs(running: ChildProcess, from: string, name: string): Promise<number> {
  const began = performance.now();
  const gone = once(running, 'exit');
  await Promise.all([gone, ask(`/still/${name}?q=private`, from).catch(() => null)]);
  expect(running.signalCode).toBe('SIGKILL');
  return performance.now() - began;
}

it('a process that stands still is ended, says what it last took in, and refuses that to who sent it', async () => {
  const took = await stopAs(await start(), '203.0.113.7', 'nora');
  expect(took).toBeGreaterThan(watchTimes.limit);
  expect(took).toBeLessThan(14_000);
  const [line] = linesOf('process.stood-still');
  expect(line).toMatchObject({
    method: 'GET',
    route: '/still/:name',
    bytes: 0,
    ended: true,
    ends: 0,
  });
  const kept = readFileSync(path.join(folder, 'watch', `web-${port}.json`), 'utf8');
  for (const text of [output, kept]) expect(text).not.toMatch(/nora|private|203\.0\.113\.7/);

  await start();
  expect(await numbers()).toMatch(/^web_watch_ends 1$/m);
  const refused = await ask('/still/somebody', '203.0.113.7');
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(800);
  expect(Number(refused.headers.get('Retry-After'))).toBeLessThanOrEqual(900);
  expect((await ask('/fine', '203.0.113.7')).status).toBe(200);
}, 90_000);

it('is ended three times in ten minutes and then only says that it stood still', async () => {
  await stopAs(child!, '203.0.113.8', 'b');
  await stopAs(await start(), '203.0.113.9', 'c');
  const last = await start();
  const answer = ask('/still/d', '203.0.113.10');
  await expect.poll(() => linesOf('process.stood-still'), { timeout: 20_000 }).toHaveLength(1);
  expect(linesOf('process.stood-still')[0]).toMatchObject({ ended: false, ends: 3 });
  expect(await (await answer).text()).toBe('over');
  expect(last.exitCode).toBeNull();
  expect(last.signalCode).toBeNull();
}, 150_000);

it('a process that was paused as a whole is not ended', async () => {
  rmSync(path.join(folder, 'watch'), { recursive: true });
  child!.kill('SIGKILL');
  await once(child!, 'exit');
  const running = await start();
  running.kill('SIGSTOP');
  await new Promise((resolve) => setTimeout(resolve, watchTimes.limit + 3_000));
  running.kill('SIGCONT');
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect((await ask('/fine', '203.0.113.7')).status).toBe(200);
  expect(linesOf('process.stood-still')).toEqual([]);
}, 60_000);
