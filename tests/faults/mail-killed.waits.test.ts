import type { ChildProcess } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { withTransaction, publish } from '#engine';
import { runJobs } from '#engine/testing';
import { leadEvents } from '#contracts/leads';
import { newId } from '#platform/base/ids';
import { provedPatient } from '../../modules/identity/testing';
import { registry } from '../../workflows/registry';
import { createQueuedServices } from '../kit/identity';
import type { TestServices } from '../kit/services';
import { bundleWorker, kill, spawnWorker, untilWorking } from './killed/worker';

/** Longer than a claim lives without a sign of life, shorter than a worker waits for a server. */
const slowness = 14_000;

interface Taken {
  readonly at: number;
  readonly by: ChildProcess;
  readonly id: string;
  readonly key: string;
  readonly body: string;
}

let kit: TestServices;
/** One server a worker, so that it is known who hands over. */
const servers: SMTPServer[] = [];
const workers: ChildProcess[] = [];
/** What has arrived as a whole, in order: what a provider without keys would deliver. */
const taken: Taken[] = [];
/** What a provider delivers that knows keys: by key. */
const delivered = new Map<string, Taken>();
/** Whether the server says yes to what it has taken. */
let says = false;

const headerOf = (raw: string, name: string) =>
  new RegExp(String.raw`^${name}: (\S+)\r$`, 'im').exec(raw)?.[1] ?? '';

/** As providers document it: a known key is not sent again, and with another body it is refused. */
function take(mail: Taken): Error | null {
  taken.push(mail);
  const before = delivered.get(mail.key);
  if (before && before.body !== mail.body)
    return Object.assign(new Error('key reused'), { responseCode: 554 });
  if (!before) delivered.set(mail.key, mail);
  return null;
}

beforeAll(async () => {
  kit = await createQueuedServices();
  await bundleWorker();
});
afterAll(async () => {
  for (const worker of workers) worker.kill('SIGKILL');
  for (const server of servers) await new Promise<void>((resolve) => server.close(() => resolve()));
  await kit.close();
});

async function startWorker(): Promise<void> {
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    logger: false,
    onData: (stream, _session, done) => {
      void readText(stream).then((raw) => {
        const refused = take({
          at: performance.now(),
          by: worker,
          id: headerOf(raw, 'Message-ID'),
          key: headerOf(raw, 'X-Idempotency-Key'),
          body: raw.slice(raw.indexOf('\r\n\r\n')),
        });
        if (says) done(refused);
      });
    },
  });
  servers.push(server);
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const worker = spawnWorker(kit, {
    MAIL_PROVIDER: 'smtp',
    MAIL_FROM: 'no-reply@clinics.example',
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String((server.server.address() as AddressInfo).port),
    SMTP_SECURITY: 'none',
    SMTP_IDEMPOTENCY_HEADER: 'X-Idempotency-Key',
  });
  workers.push(worker);
}

const areMailed = (recipientId: string, status: string, times: number) =>
  expect(kit).toHaveMailed('leads.no-offers-yet', { recipientId, status }, { times });

const isMailed = (status: string) =>
  expect(kit).toHaveMailed('leads.published', { status }, { only: 1 });

it('a slow server is waited for by one worker; killed, another sends within twenty seconds what is delivered once', async () => {
  const { ctx } = await provedPatient(kit.ctx());
  // What the registration itself brings is out of the way before there is a worker.
  await runJobs(kit.services, registry);
  await startWorker();
  await startWorker();
  await untilWorking(kit, 2);
  await withTransaction(kit.ctx(), (tx) =>
    publish(tx, leadEvents['leads.published'], { leadId: newId(), patientId: ctx.actor.id }),
  );
  await vi.waitFor(() => expect(taken).toHaveLength(1), 40_000);
  await pause(slowness);
  expect(taken).toHaveLength(1);
  await isMailed('queued');

  says = true;
  const killed = await kill(taken[0]!.by);
  await vi.waitFor(() => isMailed('sent'), 40_000);
  expect(taken).toHaveLength(2);
  const [before, after] = taken as [Taken, Taken];
  expect(before.at).toBeLessThan(killed);
  console.info(`${Math.round((after.at - killed) / 100) / 10} s until the second try`);
  expect(after.at - killed).toBeLessThan(20_000);
  expect(before.key).toMatch(/^[0-9a-f]{40}$/);
  expect(after.by).not.toBe(before.by);
  expect({ ...after, ...{ at: 0, by: 0 } }).toEqual({ ...before, ...{ at: 0, by: 0 } });
  expect([...delivered.values()]).toEqual([before]);
}, 120_000);

it('a joined mail that waits while its worker is killed, and again while it is sent, is delivered once', async () => {
  const { ctx } = await provedPatient(kit.ctx());
  await expect(kit).not.toHaveMailed('leads.no-offers-yet', { recipientId: ctx.actor.id });
  delivered.clear();
  taken.length = 0;
  says = true;
  await startWorker();
  await untilWorking(kit, 3);
  const leadId = newId();
  for (let n = 0; n < 5; n += 1)
    await withTransaction(kit.ctx(), (tx) =>
      publish(tx, leadEvents['leads.no-offers-yet'], { leadId, patientId: ctx.actor.id }),
    );
  await vi.waitFor(async () => {
    expect(delivered.size).toBe(1);
    for (const [status, times] of Object.entries({ dropped: 3, queued: 1, sent: 1 }))
      await areMailed(ctx.actor.id, status, times);
  }, 40_000);
  // Whoever had taken the events is gone before the mail is due.
  for (const worker of workers) if (worker.exitCode === null && !worker.killed) await kill(worker);
  says = false;
  await startWorker();
  await startWorker();
  await untilWorking(kit, 5);
  await kit.services.database.pool.query(
    `update pgboss.job set start_after = now() where name = 'notifications.send-email' and state < 'active'`,
  );
  await vi.waitFor(() => expect(taken).toHaveLength(2), 40_000);
  says = true;
  await kill(taken[1]!.by);
  await vi.waitFor(() => areMailed(ctx.actor.id, 'sent', 2), 60_000);
  expect(delivered.size).toBe(2);
  expect(new Set(taken.slice(1).map(({ key }) => key)).size).toBe(1);
}, 180_000);
