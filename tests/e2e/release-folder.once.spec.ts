import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { neededBy } from '../../scripts/lib/runtime.mjs';
import { docxFile, pdfFile } from '../kit/document-files';
import { ApiClinic } from './kit/api-clinic';
import { ApiPatient } from './kit/api-patient';
import { approvedClinic } from './kit/approved-clinic';
import { consoleCalls } from './kit/console-calls';
import { startMailServer } from './kit/mail-server';
import { makeSurroundings, type Surroundings } from './kit/production';
import { layOutRelease, type Release } from './kit/release';
import { enterConsole } from './kit/staff-session';
import { expect, test } from './kit/test';
import { photo } from './story/photos';

// Images and services run this folder, and nothing else of these tests does.
test.describe.configure({ mode: 'serial', timeout: 180_000 });

let around: Surroundings;
let mails: Awaited<ReturnType<typeof startMailServer>>;
let release: Release;
let url: string;
let clinic: ApiClinic;

test.beforeAll(async () => {
  [around, mails] = await Promise.all([makeSurroundings(), startMailServer()]);
  const { env, ...options } = await around.startOptions();
  const mail = { SMTP_PORT: String(mails.port), SMTP_SECURITY: 'none' };
  release = await layOutRelease({ ...options, env: { ...env, ...mail } });
  url = env.PUBLIC_URL!;
});
test.afterEach(({}, { status, expectedStatus }) => {
  if (status !== expectedStatus) console.log(release.output().slice(-6_000));
});
test.afterAll(async () => {
  const codes = await release.stop();
  await Promise.all([around.stop(), mails.close()]);
  const faults = release
    .output()
    .split('\n')
    .filter((line) => /"level":[56]0/.test(line));
  expect(faults, 'errors in the logs').toEqual([]);
  expect(release.output()).not.toMatch(/MODULE_NOT_FOUND|Cannot find (?:module|package)/);
  expect(codes, 'web and worker ended in order').toEqual([0, 0]);
});

const run = (...words: string[]) => release.run(words);
const person = (n: number) => ({ outbox: around.outbox, address: `203.0.113.${n}` });

test('prepares its database, and both processes live and serve', async () => {
  expect(await run('build/server/prepare.js')).toMatchObject({ code: 0 });
  release.start();
  const ready = async () => (await fetch(`${url}/readyz`).catch(() => null))?.status;
  await expect.poll(ready, { timeout: 90_000 }).toBe(200);
  for (const kind of ['web', 'worker'])
    await expect
      .poll(async () => (await run('ops/healthy.mjs', kind)).code, { timeout: 60_000 })
      .toBe(0);

  const page = await fetch(url, { headers: { 'Accept-Encoding': 'br' } });
  expect([page.status, page.headers.get('Content-Encoding')]).toEqual([200, 'br']);
  const style = /"(\/assets\/[^"]+\.css)"/.exec(await page.text())![1]!;
  for (const address of [style, '/admin/login', '/tr', '/api/docs'])
    expect((await fetch(`${url}${address}`)).status, address).toBe(200);
});

test('takes a photo, shows it to its owner and, with a mark, to a clinic', async ({ browser }) => {
  const patient = new ApiPatient(url, person(1));
  await patient.signIn();
  const id = await patient.uploads((await photo(3)).buffer);
  const opens = async (cookie: string) => {
    const answer = await fetch(`${url}/api/files/${id}?size=full`, { headers: { Cookie: cookie } });
    return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
  };
  const own = await opens(patient.cookie);
  expect(own.status).toBe(200);
  expect(await sharp(own.bytes).metadata()).toMatchObject({ width: 960, height: 720 });
  const lead = await patient.submits({ photos: [id] });
  expect(await run('build/server/staff.js', 'approve', lead)).toMatchObject({ code: 0 });

  const { node, folder: cwd, env } = release;
  const context = await browser.newContext();
  await enterConsole(context, 'admin', { url, node, cwd, env, command: 'build/server/staff.js' });
  const staff = consoleCalls(context, url);
  clinic = await approvedClinic(url, staff, 'Released Dental', new ApiClinic(url, undefined, person(2))); // prettier-ignore
  const shown = await opens(`clinic=${clinic.token}`);
  expect(shown.status).toBe(200);
  expect(shown.bytes.equals(own.bytes), 'a copy with a mark').toBe(false);
});

test('reads documents of every kind, and sends mail', async () => {
  const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
  for (const [kind, name, bytes, type] of [
    ['medical-license', 'licence.docx', docxFile(), word],
    ['clinic-registration', 'registration.pdf', pdfFile(), 'application/pdf'],
    ['clinic-photos', 'front.jpg', (await photo()).buffer, 'image/jpeg'],
  ] as const)
    expect((await clinic.upload(kind, name, bytes, type)).status, name).toBe(201);
  const email = `clinic.${clinic.phoneNumber.slice(-7)}@example.com`;
  const sent = () => mails.taken.find(({ to }) => to.includes(email))?.raw ?? '';
  await expect.poll(sent, { timeout: 60_000 }).toContain('text/html');
});

test('offers passkeys', async () => {
  const answer = await fetch(`${url}/api/auth/passkey/options`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: url },
    body: '{}',
  });
  expect(answer.status).toBe(200);
});

test('has every package that its code names, whichever setting asks for it', async () => {
  const folder = path.join(release.folder, 'build/server');
  const scripts = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(path.join(folder, name), 'utf8'));
  const { packages } = neededBy(scripts);
  expect(packages).toContain('twilio');
  const load = packages.map((name) => `await import(${JSON.stringify(name)});`).join('\n');
  expect(await run('--input-type=module', '--eval', load)).toEqual({ code: 0, said: '' });
});

test('has commands that work', async () => {
  // The processes; what the supervisor of a checkout reads; and what moves a demo.
  const others = ['web', 'worker', 'courier', 'prepare', 'file-work', 'settings', 'take-over'];
  const commands = readdirSync(path.join(release.folder, 'build/server')).filter(
    (name) => name.endsWith('.js') && !others.includes(path.basename(name, '.js')),
  );
  expect(commands.length).toBeGreaterThan(8);
  for (const name of commands) {
    const { code, said } = await run(`build/server/${name}`, 'no-such-word');
    expect(said, name).toContain('npm run');
    expect(code, name).not.toBe(0);
  }
  for (const words of [['check'], ['keys', 'check'], ['exchange', 'compare'], ['staff', 'list']]) {
    const [name, ...rest] = words;
    expect(await run(`build/server/${name}.js`, ...rest), name).toMatchObject({ code: 0 });
  }

  const key = path.join(release.folder, 'key');
  const made = await run('build/server/backup.js', '--new-key', key);
  const BACKUP_RECIPIENTS = /BACKUP_RECIPIENTS=(\S+)/.exec(made.said)![1]!;
  const words = ['build/server/backup.js', '--to', path.join(release.folder, 'backups')];
  expect(await release.run(words, { env: { BACKUP_RECIPIENTS } })).toMatchObject({ code: 0 });

  const check = path.join(release.folder, 'ops/systemd/audit-check');
  writeFileSync(
    check,
    readFileSync(check, 'utf8').replaceAll('/opt/clinic/current', release.folder),
  );
  const AUDIT_END_FILE = path.join(release.folder, 'audit-end');
  for (const time of ['the first time', 'from that end'])
    expect(await release.run([check], { program: 'sh', env: { AUDIT_END_FILE } }), time).toEqual({
      code: 0,
      said: expect.stringContaining('Sound: '),
    });
});
