import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createServer, type ViteDevServer } from 'vite';
import { notifyVisitors } from './vite-sources-changed';

const root = mkdtempSync(path.join(os.tmpdir(), 'clinic-dev-'));
let heard: unknown[] = [];
let vite: ViteDevServer;
beforeAll(async () => {
  for (const folder of ['app', 'tests']) mkdirSync(path.join(root, folder));
  vite = await createServer({
    configFile: false,
    root,
    logLevel: 'silent',
    plugins: [notifyVisitors()],
    optimizeDeps: { noDiscovery: true },
    // A port on which nothing listens.
    server: { middlewareMode: true, hmr: { server: createHttpServer() }, watch: null },
  });
  Object.assign(vite.ws, { send: (payload: unknown) => void heard.push(payload) });
});
afterAll(async () => {
  await vite.close();
  rmSync(root, { recursive: true, force: true });
});

/** As the watcher of files says it, without the time that it takes. */
const changed = (file: string) => {
  const whole = path.join(root, file);
  writeFileSync(whole, 'x');
  vite.watcher.emit('change', whole);
};

it('notifies pages of visitors that a source has changed, and nothing of other files', async () => {
  changed('app/page.tsx');
  await expect.poll(() => heard.length, { timeout: 10_000 }).toBeGreaterThan(0);
  expect(heard[0]).toEqual({ type: 'custom', event: 'sources-changed' });
  heard = [];
  changed('tests/page.test.tsx');
  changed('app/notes.txt');
  changed('app/other.css');
  await expect.poll(() => heard.length, { timeout: 10_000 }).toBeGreaterThan(0);
  expect(heard).toHaveLength(1);
});
