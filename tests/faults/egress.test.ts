import { fork, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { connect, createServer as createSocketServer, type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { SMTPServer } from 'smtp-server';
import { build, mergeConfig } from 'vite';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { demoSecrets } from '../kit/demo-secrets';
import processes from '../../scripts/vite.processes.config';
import { freePort } from '../../scripts/lib/ports.mjs';
import { bundleFileWork } from '../kit/bundle-file-work';
import { fakeClamd, type FakeClamd } from '../kit/fake-clamd';
import { startFakeS3, type FakeS3 } from '../kit/fake-s3';
import { startOtlpReceiver } from '../kit/otlp-receiver';
import { createQueuedServices } from '../kit/identity';
import type { TestServices } from '../kit/services';

type Program = Awaited<ReturnType<typeof bundleFileWork>>;

let kit: TestServices;
let folder: string;
/** Nobody whom the settings name; and what came to it nevertheless. */
let stranger: Server;
let visits = 0;
const programs = {} as Record<'web' | 'worker' | 'ports' | 'hosts', Program>;
const children: ChildProcess[] = [];

beforeAll(async () => {
  kit = await createQueuedServices();
  folder = mkdtempSync(path.join(os.tmpdir(), 'egress-'));
  stranger = createServer((_req, res) => res.end('reached')).on('connection', () => (visits += 1));
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
  programs.web = await builtWeb();
  for (const name of ['worker', 'ports', 'hosts'] as const)
    programs[name] = await bundleFileWork(`tests/faults/egress/${name}.ts`);
}, 180_000);
afterEach(async () => {
  for (const child of children.splice(0)) {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null)
      await new Promise((resolve) => child.once('exit', resolve));
  }
});
afterAll(async () => {
  for (const program of Object.values(programs)) program.remove();
  stranger.close();
  rmSync(folder, { recursive: true });
  await kit.close();
});

/** As it is built for development, routes apart: what lists files of the tree needs Vite. */
async function builtWeb(): Promise<Program> {
  const outDir = path.resolve(`node_modules/.cache/egress-${process.pid}`);
  const config = mergeConfig(processes, {
    configFile: false,
    logLevel: 'error',
    build: { outDir },
  });
  config.build.rollupOptions.input = { web: path.resolve('tests/faults/egress/web.ts') };
  await build(config);
  return {
    entry: path.join(outDir, 'web.js'),
    remove: () => rmSync(outDir, { recursive: true, force: true }),
  };
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

const settings = (more: Record<string, string> = {}) =>
  ({
    TEST_DATABASE_URL: kit.services.env.databaseUrl,
    DATA_DIR: folder,
    ...demoSecrets,
    ...more,
  }) as Record<string, string> as NodeJS.ProcessEnv;

/** What a program that ends by itself says. */
async function saidBy<T>(program: Program, more: Record<string, string>): Promise<T> {
  const child = fork(program.entry, { env: settings(more), stdio: ['ignore', 'ignore', 'inherit', 'ipc'] }); // prettier-ignore
  children.push(child);
  return new Promise((resolve, reject) => {
    child.once('message', (said) => resolve(said as T));
    child.once('exit', (code) => reject(new Error(`ended with ${code}`)));
  });
}

describe('a started process', () => {
  const refused = 'ERR_ACCESS_DENIED';

  it.each(['web', 'worker'] as const)(
    '%s dials nobody whom no setting names',
    async (name) => {
      const ops = await freePort();
      const file = path.join(folder, `planted-${name}`);
      const plant = path.resolve('tests/faults/egress/plant.mjs');
      const child = spawn(process.execPath, ['--import', plant, programs[name].entry], {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: settings({
          PORT: '0',
          [name === 'web' ? 'OPS_PORT' : 'WORKER_OPS_PORT']: String(ops),
          PLANTED_FILE: file,
          PLANTED_PORT: String(portOf(stranger)),
        }),
      });
      children.push(child);
      let output = '';
      child.stdout.on('data', (text: Buffer) => (output += text.toString()));
      await expect
        .poll(() => output, { timeout: 30_000 })
        .toMatch(name === 'web' ? /http\.listening/ : /worker ready/);
      const before = visits;
      child.kill('SIGUSR2');
      await expect.poll(() => existsSync(file), { timeout: 10_000 }).toBe(true);
      expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual([refused, refused, refused, refused]);
      expect(visits).toBe(before);

      const lines = output.split('\n').filter((line) => line.includes('egress.refused'));
      expect(lines).toHaveLength(4);
      expect(lines.map((line) => (JSON.parse(line) as { to: string }).to).sort()).toEqual(
        ['link-local', 'loopback', 'name', 'name'], // prettier-ignore
      );
      expect(output).not.toMatch(/169\.254|mail\.invalid/);
      const numbers = await (await fetch(`http://127.0.0.1:${ops}/metrics`)).text();
      expect(numbers).toMatch(/^egress_refused_total 4$/m);
      // Its database it reaches as before.
      if (name === 'web') expect(await readinessOf(ops)).toBe(200);
    },
    60_000,
  );

  const readinessOf = async (port: number) =>
    (await fetch(`http://127.0.0.1:${port}/readyz`)).status;
});

describe('the ports, guarded', () => {
  let s3: FakeS3;
  let clamd: FakeClamd;
  let otlp: Awaited<ReturnType<typeof startOtlpReceiver>>;
  let mail: SMTPServer;
  let gateway: Server;
  let answer: { status: number; headers?: Record<string, string>; body?: string };
  let calls: number;
  beforeAll(async () => {
    [s3, clamd, otlp] = await Promise.all([startFakeS3(), fakeClamd(), startOtlpReceiver()]);
    mail = new SMTPServer({ disabledCommands: ['STARTTLS', 'AUTH'], disableReverseLookup: true, logger: false }); // prettier-ignore
    await new Promise<void>((resolve) => mail.listen(0, '127.0.0.1', resolve));
    gateway = createServer((req, res) => {
      if (req.url!.startsWith('/.well-known/')) {
        const issuer = `http://127.0.0.1:${portOf(gateway)}`;
        const metadata = { issuer, authorization_endpoint: `${issuer}/authorize` };
        res.writeHead(200, { 'Content-Type': 'application/json' });
        return void res.end(JSON.stringify(metadata));
      }
      calls += 1;
      req.resume();
      res.writeHead(answer.status, { 'Content-Type': 'application/json', ...answer.headers });
      res.end(answer.body ?? '{}');
    });
    await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  });
  afterAll(async () => {
    gateway.close();
    await Promise.all([s3.close(), clamd.close(), otlp.close()]);
    await new Promise<void>((resolve) => mail.close(() => resolve()));
  });

  const named = () => ({
    SMS_PROVIDER: 'webhook',
    SMS_WEBHOOK_URL: `http://127.0.0.1:${portOf(gateway)}/hook`,
    SMS_WEBHOOK_SECRET: 'x',
    MAIL_PROVIDER: 'smtp',
    MAIL_FROM: 'no-reply@clinics.example',
    SMTP_HOST: 'localhost',
    SMTP_PORT: String((mail.server.address() as AddressInfo).port),
    SMTP_SECURITY: 'none',
    STORAGE_PROVIDER: 's3',
    S3_BUCKET: 'files',
    S3_REGION: 'eu-central-1',
    S3_ENDPOINT: s3.endpoint,
    S3_ACCESS_KEY_ID: 'fake',
    S3_SECRET_ACCESS_KEY: 'fake',
    SCANNER_PROVIDER: 'clamd',
    CLAMD_HOST: clamd.host,
    CLAMD_PORT: String(clamd.port),
    OTEL_EXPORTER_OTLP_ENDPOINT: otlp.url,
    OIDC_ISSUER: `http://127.0.0.1:${portOf(gateway)}`,
    OIDC_CLIENT_ID: 'console',
    OIDC_CLIENT_SECRET: 'x',
    OIDC_ADMIN_GROUPS: 'admins',
  });
  const all = (more: Record<string, string> = {}) => ({
    ...{ database: 'done', sms: 'done', mail: 'done', store: 'done' },
    ...{ scanner: 'done', provider: 'done', traces: 'done' },
    ...more,
  });

  it('reach whom the settings name', async () => {
    [calls, answer] = [0, { status: 204 }];
    expect(await saidBy(programs.ports, named())).toEqual(all());
    expect(calls).toBe(1);
    expect(clamd.received).toHaveLength(1);
    expect(otlp.spans.map(({ name }) => name)).toEqual(['one']);
  }, 30_000);

  it('reach Twilio by another address, and clamd by its socket', async () => {
    const created = { sid: `SM${'1'.repeat(32)}`, status: 'queued', error_code: null };
    [calls, answer] = [0, { status: 201, body: JSON.stringify(created) }];
    const socket = path.join(folder, 'clamd');
    const relay = createSocketServer((from) => {
      const to = connect(clamd.port, clamd.host);
      from.on('error', () => undefined).pipe(to).on('error', () => undefined).pipe(from); // prettier-ignore
    });
    await new Promise<void>((resolve) => relay.listen(socket, resolve));
    const outcomes = await saidBy(programs.ports, {
      ...named(),
      SMS_PROVIDER: 'twilio',
      TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
      TWILIO_AUTH_TOKEN: 'token',
      TWILIO_FROM: '+15005550006',
      TWILIO_API_BASE_URL: `http://127.0.0.1:${portOf(gateway)}`,
      CLAMD_SOCKET: socket,
    });
    relay.close();
    expect(outcomes).toEqual(all());
    expect(calls).toBe(1);
  }, 30_000);

  it('follow nobody who sends them on', async () => {
    const before = visits;
    const headers = { Location: `http://127.0.0.1:${portOf(stranger)}/` };
    [calls, answer] = [0, { status: 307, headers }];
    const here = `http://127.0.0.1:${portOf(gateway)}`;
    expect(
      await saidBy(programs.ports, {
        ...named(),
        S3_ENDPOINT: here,
        OTEL_EXPORTER_OTLP_ENDPOINT: here,
      }),
    ).toEqual(all({ sms: 'webhook_unreachable', store: 'unavailable' }));
    expect(calls).toBeGreaterThan(2);
    expect(visits).toBe(before);
  }, 30_000);

  it('would dial nobody but whom the list has for them, by the names of Amazon and Twilio', async () => {
    const { dialled, allowed } = await saidBy<Record<'dialled' | 'allowed', string[]>>(
      programs.hosts,
      {
        ...named(),
        SMS_PROVIDER: 'twilio',
        TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
        TWILIO_AUTH_TOKEN: 'token',
        TWILIO_FROM: '+15005550006',
        S3_ENDPOINT: '',
        ERASURE_LIST: 's3://left/list',
      },
    );
    expect(dialled).toHaveLength(4);
    expect(dialled.filter((address) => !allowed.includes(address))).toEqual([]);
  }, 30_000);
});
