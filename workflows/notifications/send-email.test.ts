import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withTransaction, publish } from '#engine';
import { enqueuedJobs, runJobs, deadLetterQueue, reportDeadLetter } from '#engine/testing';
import { identityEvents } from '#contracts/identity';
import { leadEvents } from '#contracts/leads';
import { newId } from '#platform/base/ids';
import { MailError } from '#platform/ports/mailer';
import {
  endMailsAbout,
  resendNotification,
  sendEmailJob,
  type NotificationRow,
} from '#modules/notifications';
import { provedPatient, signedInStaff } from '../../modules/identity/testing';
import { resetClock } from '../../tests/kit/clock';
import { createQueuedServices, liftSiteBudgets, outcome } from '../../tests/kit/identity';
import type { MailFields } from '../../tests/kit/matchers';
import type { TestServices } from '../../tests/kit/services';
import { registry } from '../registry';
import { mailKindOf } from '../reactions/index';
import { sendEmailHandler } from './send-email';

let kit: TestServices;
beforeAll(async () => {
  kit = await createQueuedServices({ parsed: { PUBLIC_URL: 'https://clinics.example' } });
  await liftSiteBudgets(kit.ctx());
});
afterAll(() => kit.close());
const send = () => kit.ports.sent.mail;
beforeEach(async () => {
  await resetClock(kit.services);
  await runJobs(kit.services, registry);
  send().length = 0;
});

const sql = async <T extends object>(query: string, values: unknown[] = []): Promise<T[]> =>
  (await kit.services.database.pool.query<T>(query, values)).rows;
/** The mail of {@link waiting}, the only one of its kind to its reader, is as `fields` say. */
const isMailed = async (recipientId: string, fields: MailFields) => {
  await expect(kit).toHaveMailed('leads.published', { recipientId }, { times: 1 });
  await expect(kit).toHaveMailed('leads.published', { recipientId, ...fields });
};

/** Sends with `fault` until the result is called. */
function whenMailFails(fault: Error): () => void {
  const { send: before } = kit.ports.mailer;
  kit.ports.mailer.send = async () => {
    throw fault;
  };
  return () => {
    kit.ports.mailer.send = before;
  };
}

/** A notification that waits to be sent, and the payload of its job. */
async function waiting(email = `${newId()}@example.com`) {
  const { ctx } = await provedPatient(kit.ctx(), { email });
  const leadId = newId();
  const fact = { leadId, patientId: ctx.actor.id };
  await withTransaction(kit.ctx(), (tx) => publish(tx, leadEvents['leads.published'], fact));
  await runSubscriptions();
  const [row] = await sql<{ id: string }>(
    `select id from notifications.notification where recipient_id = $1 and kind = 'leads.published'`,
    [ctx.actor.id],
  );
  return { email, patientId: ctx.actor.id, round: { notificationId: row!.id, resend: 0 } };
}

/** Runs the jobs of subscriptions; mails wait on as if they were in work. */
const runSubscriptions = () =>
  runJobs(kit.services, {
    ...registry,
    jobs: registry.jobs.map((job) =>
      job.definition === sendEmailJob ? { ...job, handler: async () => undefined } : job,
    ),
  });
const sendNow = (payload: { notificationId: string; resend: number }, attempt = 1) =>
  sendEmailHandler(mailKindOf)(kit.ctx(), {
    id: newId(),
    payload,
    attempt,
    signal: new AbortController().signal,
  });

describe('a notification', () => {
  it('is sent once, also when its job runs twice', async () => {
    const { patientId, round } = await waiting();
    await sendNow(round);
    await sendNow(round);
    expect(send()).toHaveLength(1);
    await isMailed(patientId, { status: 'sent', attempts: 1, lastError: null });
  });

  it('that proves an address goes before the others', async () => {
    const { patientId } = await waiting();
    const who = { principal: 'patient', accountId: patientId } as const;
    const asked = { ...who, linkId: newId() };
    await withTransaction(kit.ctx(), async (tx) => {
      await publish(tx, identityEvents['identity.email-proof-owed'], who);
      await publish(tx, identityEvents['identity.email-link-asked'], asked);
    });
    await runSubscriptions();
    const jobs = await sql<{ kind: string; priority: number }>(
      `select distinct n.kind, j.priority from notifications.notification n
       join pgboss.job j on j.name = $1 and j.data -> 'payload' ->> 'notificationId' = n.id::text
       where n.recipient_id = $2 order by 1`,
      [sendEmailJob.name, patientId],
    );
    expect(jobs).toEqual([
      { kind: 'identity.email-link', priority: 1 },
      { kind: 'identity.email-proof', priority: 1 },
      { kind: 'leads.published', priority: 0 },
    ]);
  });

  it('that the server puts off is tried again as the same message', async () => {
    const { patientId, round } = await waiting();
    const mend = whenMailFails(new MailError('smtp_451'));
    await expect(sendNow(round)).rejects.toMatchObject({ code: 'smtp_451' });
    mend();
    await isMailed(patientId, { status: 'queued', attempts: 1, lastError: 'smtp_451' });
    await sendNow(round, 2);
    expect(send()[0]!.key).toBe(round.notificationId);
    await isMailed(patientId, { status: 'sent', attempts: 2, lastError: null });
  });

  it('that the server refuses fails at once; staff have it sent anew, as another message', async () => {
    const { patientId, round } = await waiting();
    const { ctx: staff } = await signedInStaff(kit.ctx());
    await runJobs(kit.services, registry);
    send().length = 0;
    const mend = whenMailFails(new MailError('smtp_550', true));
    await sendNow(round);
    mend();
    await isMailed(patientId, { status: 'failed', lastError: 'smtp_550' });
    const { notificationId } = round;
    const outcomes = await Promise.all(
      [1, 2, 3].map(() => outcome(resendNotification(staff, { notificationId }))),
    );
    expect(outcomes.sort()).toEqual(['event_refused', 'event_refused', 'ok']);
    await sendNow(round);
    expect(send()).toEqual([]);
    await runJobs(kit.services, registry);
    expect(send().map(({ key }) => key)).toEqual([`${notificationId}:1`]);
    await isMailed(patientId, { status: 'sent', resends: 1, lastError: null });
    const resent = { objectId: notificationId };
    await expect(kit).toBeAudited('notifications.resend', resent, { times: 1 });
    const entry = { ...resent, actor: `staff:${staff.actor.id}`, facts: { resend: 1 } };
    await expect(kit).toBeAudited('notifications.resend', entry);
    for (const unknown of [newId(), 'x'])
      expect(await outcome(resendNotification(staff, { notificationId: unknown }))).toBe(
        'not_found',
      );
  });

  it('that used up its tries has failed, unless it was sent', async () => {
    const [given, sent] = [await waiting(), await waiting()];
    await sendNow(sent.round);
    for (const { round: payload } of [given, sent]) {
      const data = { payload, key: newId() };
      const letter = { id: newId(), name: deadLetterQueue, data, sourceName: sendEmailJob.name };
      await reportDeadLetter(kit.services, registry, letter);
      const alerts = await sql('select job from flow.alert where job_id = $1', [letter.id]);
      expect(alerts).toEqual([{ job: 'notifications.send-email' }]);
    }
    await isMailed(given.patientId, { status: 'failed' });
    await isMailed(sent.patientId, { status: 'sent' });
  });

  it('that its reader does not want any more when it is to be sent is dropped', async () => {
    const { patientId, round } = await waiting();
    const reader = { type: 'patient', id: patientId } as const;
    await endMailsAbout(kit.ctx(), { reader, topic: 'offers' });
    await sendNow(round);
    expect(send()[0]!.unsubscribe).toMatch(
      /^https:\/\/clinics.example\/unsubscribe\/[\w-]+\.[\w-]+$/,
    );
    const next = await waiting();
    const nextReader = { type: 'patient', id: next.patientId } as const;
    await endMailsAbout(kit.ctx(), { reader: nextReader, topic: 'requests' });
    await sendNow(next.round);
    expect(send()).toHaveLength(1);
    await isMailed(next.patientId, { status: 'dropped', lastError: 'not_wanted' });
  });

  it('whose reader is gone is dropped', async () => {
    const { patientId, round } = await waiting();
    await sql('delete from identity.patient where id = $1', [patientId]);
    await sendNow(round);
    expect(send()).toEqual([]);
    await isMailed(patientId, { status: 'dropped' });
  });

  it('goes to the address of today, which is stored and logged nowhere else', async () => {
    const { email, patientId, round } = await waiting(`canary-${newId()}@example.com`);
    const today = `canary-${newId()}@example.org`;
    await sql('update identity.patient set email = $1 where id = $2', [today, patientId]);
    const mend = whenMailFails(new MailError('smtp_451'));
    await expect(sendNow(round)).rejects.toThrow();
    mend();
    await sendNow(round);
    expect(send().map(({ to }) => to)).toEqual([today]);
    const rows = await sql<NotificationRow>('select * from notifications.notification');
    const jobs = await enqueuedJobs(kit.services);
    const stored = await sql('select data, output from pgboss.job');
    for (const address of [email, today])
      expect(JSON.stringify([rows, jobs, stored, kit.logged])).not.toContain(address);
  });
});
