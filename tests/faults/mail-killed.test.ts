import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { text as readText } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';
import { build } from 'esbuild';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { transaction } from '#platform/context';
import { leadFacts } from '#contracts/leads';
import { publish } from '#platform/events';
import { newId } from '#platform/ids';
import { generatedSecrets } from '../../scripts/lib/secrets.mjs';
import { runJobs } from '#platform/jobs/testing';
import { provedPatient } from '../../modules/identity/testing';
import { registry } from '../../workflows/registry';
import { createQueuedServices } from '../kit/identity';
import type { TestServices } from '../kit/services';

const bundle = path.resolve('node_modules/.cache/worker-of-mail-test.mjs');

let kit: TestServices;
let server: SMTPServer;
let worker: ChildProcess | undefined;
/** Message-IDs of what the server has taken, in order. */
const taken: string[] = [];
/** Runs when a message has arrived as a whole, before the server says yes. */
let beforeYes: () => Promise<void> = async () => undefined;

beforeAll(async () => {
  kit = await createQueuedServices();
  server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    logger: false,
    onData: (stream, _session, done) => {
      void readText(stream).then(async (raw) => {
        taken.push(/^Message-ID: (\S+)/im.exec(raw)![1]!);
        await beforeYes();
        done();
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  await build({
    stdin: {
      contents: `import { main } from './workflows/worker'; await main();`,
      resolveDir: process.cwd(),
      loader: 'ts',
    },
    outfile: bundle,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'error',
  });
});
afterAll(async () => {
  worker?.kill('SIGKILL');
  await new Promise<void>((resolve) => server.close(() => resolve()));
  await kit.close();
});

function startWorker(): ChildProcess {
  const { env } = kit.services;
  return spawn(process.execPath, [bundle], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      TEST_DATABASE_URL: env.databaseUrl,
      DATA_DIR: env.DATA_DIR,
      ...Object.fromEntries(generatedSecrets.map((name) => [name, 'k'.repeat(43)])),
      MAIL_PROVIDER: 'smtp',
      MAIL_FROM: 'no-reply@clinics.example',
      SMTP_HOST: '127.0.0.1',
      SMTP_PORT: String((server.server.address() as AddressInfo).port),
      SMTP_SECURITY: 'none',
    } as Record<string, string> as NodeJS.ProcessEnv,
  });
}

const states = async () =>
  (
    await kit.services.database.pool.query<{ status: string }>(
      `select status from notifications.notification where kind = 'leads.published'`,
    )
  ).rows.map(({ status }) => status);
/** The wait between two tries is a minute or more. */
const skipTheWait = () =>
  kit.services.database.pool.query(
    `update pgboss.job set start_after = now() where name = 'notifications.send-email' and state = 'retry'`,
  );

it('a worker killed while the server takes a mail: one more copy at most, as the same message', async () => {
  const { ctx } = await provedPatient(kit.ctx());
  // What the registration itself brings is out of the way before there is a worker.
  await runJobs(kit.services, registry);
  beforeYes = async () => {
    worker!.kill('SIGKILL');
    beforeYes = async () => undefined;
  };
  worker = startWorker();
  await transaction(kit.ctx(), (tx) =>
    publish(tx, leadFacts['leads.published'], { leadId: newId(), patientId: ctx.actor.id }),
  );
  await vi.waitFor(() => expect(worker!.signalCode).toBe('SIGKILL'), 20_000);
  expect(await states()).toEqual(['queued']);
  worker = startWorker();
  await vi.waitFor(
    async () => {
      await skipTheWait();
      expect(await states()).toEqual(['sent']);
    },
    { timeout: 45_000, interval: 500 },
  );
  expect(taken).toHaveLength(2);
  expect(taken[1]).toBe(taken[0]);
}, 80_000);
