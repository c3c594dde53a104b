import { afterEach, beforeEach, expect, it } from 'vitest';
import { sendEmailJob } from '#modules/notifications';
import { withTransaction, publish } from '#engine';
import { runJobs } from '#engine/testing';
import { leadEvents } from '#contracts/leads';
import { newId } from '#platform/base/ids';
import { probesOf } from '#platform/process/readiness';
import { provedPatient } from '../../modules/identity/testing';
import { openAfterRestore, usage } from '../../scripts/open-restored';
import { registry } from '../../workflows/registry';
import { startWorker } from '../../workflows/worker';
import { createQueuedServices, liftSiteBudgets } from '../kit/identity';
import type { TestServices } from '../kit/services';

let kit: TestServices;
beforeEach(async () => {
  kit = await createQueuedServices();
  await liftSiteBudgets(kit.ctx());
});
afterEach(() => kit.close());

const sql = async <T extends object>(query: string, values: unknown[] = []): Promise<T[]> =>
  (await kit.services.database.pool.query<T>(query, values)).rows;

const mark = (finished: boolean) =>
  sql(
    `insert into migrations.restored (backup, taken_at, loaded_at, finished_at)
     values ('2026-01-01T00-00-00Z', '2026-01-01', now(), case when $1 then now() end)`,
    [finished],
  );

const open = async (...words: string[]) => {
  const lines: string[] = [];
  const code = await openAfterRestore(kit.services, words, (line) => lines.push(line));
  return { code, text: lines.join('\n') };
};

it('opens nothing that was not restored, and nothing that was restored by half', async () => {
  expect(await open()).toMatchObject({ code: 1, text: expect.stringContaining('not restored') });
  await mark(false);
  expect(await open('--waiting', 'send')).toMatchObject({
    code: 1,
    text: expect.stringContaining('did not come to its end'),
  });
  expect(await open('--waiting', 'perhaps')).toEqual({ code: 2, text: usage.join('\n') });
});

it('is not ready for traffic before it is open', async () => {
  const opened = probesOf(kit.services, [{ name: 'x', hash: 'y' }]).find(
    ({ name }) => name === 'opened',
  )!;
  await opened.check();
  await mark(true);
  await expect(opened.check()).rejects.toThrow();
  await open('--waiting', 'drop');
  await opened.check();
});

/** Somebody who was told something by mail, which waits. */
async function waitingMail(): Promise<string> {
  const { ctx } = await provedPatient(kit.ctx());
  const fact = { leadId: newId(), patientId: ctx.actor.id };
  await withTransaction(kit.ctx(), (tx) => publish(tx, leadEvents['leads.published'], fact));
  await runJobs(kit.services, {
    ...registry,
    jobs: registry.jobs.map((job) =>
      job.definition === sendEmailJob ? { ...job, handler: async () => undefined } : job,
    ),
  });
  return ctx.actor.id;
}

it('gives up mails that went out long ago, takes alarms away, and leaves the clocks to the sweep', async () => {
  const patientId = await waitingMail();
  const [token, instance] = [newId(), newId()];
  await sql(
    `insert into flow.timer values ($1, 'x', 'sample.x-elapsed', $2, now() - interval '3 days', '{}')`,
    [instance, token],
  );
  await sql(
    `insert into pgboss.job (id, name, data, start_after) values ($1, 'flow.timer', '{}', now())`,
    [token],
  );
  await mark(true);
  const asked = await open();
  expect(asked).toMatchObject({ code: 0, text: expect.stringContaining('2 mails waited') });
  expect(asked.text).toContain('1 clocks should have rung');
  expect((await open('--waiting', 'drop')).code).toBe(0);
  const dropped = { recipientId: patientId, status: 'dropped' };
  for (const kind of ['identity.email-proof', 'leads.published'])
    await expect(kit).toHaveMailed(kind, dropped, { times: 1 });
  expect(await sql('select from pgboss.job where id = $1', [token])).toEqual([]);
  expect(await sql('select from flow.timer where token = $1', [token])).toHaveLength(1);
});

it('lets a worker do nothing until it is opened, and end meanwhile', async () => {
  await mark(true);
  const idle = await startWorker(kit.services);
  await idle.stop();
  expect(kit.logged.some(({ msg }) => msg === 'worker ready')).toBe(false);
  const worker = await startWorker(kit.services);
  try {
    await open('--waiting', 'send');
    await expect
      .poll(() => kit.logged.some(({ msg }) => msg === 'worker ready'), { timeout: 15_000 })
      .toBe(true);
  } finally {
    await worker.stop();
  }
});
