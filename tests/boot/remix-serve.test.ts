import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureBuilt } from '../../scripts/lib/ensure-built.mjs';
import { freePort } from '../../scripts/lib/ports.mjs';
import { demoSecrets } from '../kit/demo-secrets';
import { bundleFileWork } from '../kit/bundle-file-work';
import { signedInClinic } from '../kit/clinics';
import { createQueuedServices } from '../kit/identity';
import type { TestServices } from '../kit/services';

let kit: TestServices;
let served: ChildProcess;
let url: string;
let ended: Promise<unknown>;
const cleanUp: Array<() => unknown> = [];

/** Remix's own server on the routes as they were built, with the database of this test. */
beforeAll(async () => {
  await ensureBuilt(process.execPath);
  kit = await createQueuedServices();
  cleanUp.push(() => kit.close());
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'remix-serve-'));
  cleanUp.push(() => rmSync(dataDir, { recursive: true }));
  const { entry, remove } = await bundleFileWork('tests/boot/remix-serve/built-routes.ts');
  cleanUp.push(remove);
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  served = spawn(process.execPath, ['node_modules/@remix-run/serve/dist/cli.js', entry], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...{ NODE_ENV: 'production', PATH: process.env.PATH, HOST: '127.0.0.1', PORT: `${port}` },
      ...{ TEST_DATABASE_URL: kit.services.env.databaseUrl, DATA_DIR: dataDir, PUBLIC_URL: url },
      ...demoSecrets,
    },
  });
  ended = new Promise((resolve) => served.once('exit', resolve));
  await new Promise<void>((resolve, reject) => {
    served.stdout!.on('data', (said: Buffer) => {
      if (said.includes('[remix-serve]')) resolve();
    });
    served.once('exit', (code) => reject(new Error(`remix-serve ended with ${code}`)));
  });
}, 600_000);
afterAll(async () => {
  served?.kill('SIGKILL');
  await ended;
  for (const each of cleanUp.reverse()) await each();
});

it("serves pages, with what stands in the database and in the reader's language", async () => {
  const { clinicId: id } = await signedInClinic(kit.ctx());
  const { rows } = await kit.services.database.pool.query<{ name: string }>(
    'select clinic_name as name from clinic_onboarding.clinic where id = $1',
    [id],
  );
  const page = await fetch(`${url}/find-clinics`);
  expect([page.status, page.headers.get('Content-Type')]).toEqual([
    200,
    'text/html; charset=utf-8',
  ]);
  const html = await page.text();
  expect(html).toContain('<html lang="en"');
  expect(html).toContain(rows[0]!.name);
  expect(await (await fetch(`${url}/tr/find-clinics`)).text()).toContain('<html lang="tr"');
  const inside = await fetch(`${url}/my-offers`, { redirect: 'manual' });
  expect([inside.status, inside.headers.get('Location')]).toEqual([
    302,
    expect.stringMatching(/^\/login/),
  ]);
});

it('answers calls of the API, and refuses those of who is not signed in', async () => {
  const { clinicId: id } = await signedInClinic(kit.ctx());
  const answer = await fetch(`${url}/api/clinics`);
  expect(answer.status).toBe(200);
  const { data } = (await answer.json()) as { data: { clinics: Array<{ _id: string }> } };
  expect(data.clinics.map(({ _id }) => _id)).toContain(id);
  const refused = await fetch(`${url}/api/leads/me`);
  expect([refused.status, await refused.json()]).toEqual([
    401,
    expect.objectContaining({ success: false }),
  ]);
});

it('sends the scripts and styles that its pages name', async () => {
  const html = await (await fetch(`${url}/login`)).text();
  const files = [...html.matchAll(/(?:href|src)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(
    ([, file]) => file!,
  );
  expect(files.length).toBeGreaterThan(1);
  for (const file of files) expect((await fetch(url + file)).status, file).toBe(200);
});
