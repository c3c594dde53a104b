import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addAttachment } from '#modules/attachments';
import { hours } from '#platform/base/duration';
import { newId } from '#platform/base/ids';
import { jpegPhoto } from '../../../modules/consultation/testing';
import {
  closeConversation,
  complainOf,
  showConversation,
} from '../../../workflows/conversations/talk';
import { found, someTalk, write } from '../../../workflows/conversations/testing';
import { withoutBudgets } from '../../../workflows/offers/testing';
import { atConsole, type AdminPerson } from '../../kit/admin-client';
import { advance } from '../../kit/clock';
import { startTestServer, type TestServer } from '../../kit/http';

let server: TestServer;
let reviewer: AdminPerson;
beforeAll(async () => {
  server = await startTestServer();
  await withoutBudgets(server);
  reviewer = await atConsole(server, 'reviewer');
});
afterAll(() => server?.close());

const send = (id: string, event: string, body: object = {}, { client } = reviewer) =>
  client.send('conversations', id, event, body);
const read = async (id: string) => (await reviewer.client.get(`/conversations/${id}`)).body;
const idsOf = async (filter: object): Promise<unknown[]> =>
  (await reviewer.client.list('conversations', { filter })).rows.map(({ id }) => id);
const waiting = async (): Promise<number> => {
  const { queues } = (await reviewer.client.get('/home')).body as unknown as {
    queues: Array<{ id: string; waiting: number }>;
  };
  return queues.find(({ id }) => id === 'conversations')!.waiting;
};

/** A conversation with a canary in it that its patient has reported. */
async function reported() {
  const talk = await someTalk(server);
  const { patient, clinic, offerId } = talk;
  const messageId = await write(clinic, offerId, 'CANARY: pay in cash, call 0532 123 45 67');
  await complainOf(await found(patient, offerId), { reason: 'They ask for cash.', messageId });
  return { ...talk, messageId };
}

describe('reported conversations', () => {
  it('wait in their order, and say nothing of what was said without a reason', async () => {
    const quiet = await someTalk(server);
    await write(quiet.clinic, quiet.offerId, 'Nobody minds.');
    const before = await waiting();
    const [one, two] = [await reported(), await reported()];
    expect(await waiting()).toBe(before + 2);
    expect(await idsOf({ queue: 'waiting' })).toEqual([two.offerId, one.offerId]);
    for (const q of [one.offerId, one.leadId, one.patient.actor.id, one.clinic.actor.id])
      expect(await idsOf({ q })).toEqual([one.offerId]);
    expect(await idsOf({ clinicId: two.clinic.actor.id })).toEqual([two.offerId]);
    expect(await idsOf({ patientId: two.patient.actor.id })).toEqual([two.offerId]);
    expect(await idsOf({ q: 'CANARY' })).toEqual([]);
    const shown = await read(one.offerId);
    expect(shown).toMatchObject({
      clinicName: 'Bosphorus Dental (test)',
      reports: [{ by: 'patient', reason: 'They ask for cash.', messageId: one.messageId }],
      messages: null,
      allowedEvents: ['read-messages', 'dismiss', 'keep', 'block'],
    });
    const list = (await reviewer.client.list('conversations')).body;
    expect(JSON.stringify([list, shown])).not.toContain('CANARY');
    for (const id of [quiet.offerId, newId(), 'x'])
      expect((await reviewer.client.get(`/conversations/${id}`)).status).toBe(404);
    expect((await send(quiet.offerId, 'read-messages', { reason: 'Only curious.' })).status).toBe(
      404,
    );
    await expect(server).not.toBeAudited('messaging.messages-read');
  });

  it('are read for a typed reason that is logged, as the two read them', async () => {
    const { offerId, messageId } = await reported();
    for (const body of [{}, { reason: '' }, { reason: 'short' }])
      expect((await send(offerId, 'read-messages', body)).status).toBe(422);
    const reason = 'The report cannot be judged without it.';
    const { body } = await send(offerId, 'read-messages', { reason });
    expect((body as { data: { record: object } }).data.record).toMatchObject({
      messages: [{ _id: messageId, from: 'clinic', text: 'CANARY: pay in cash, call •••' }],
    });
    const looked = { objectId: offerId, facts: { breakGlass: true }, reason };
    await expect(server).toBeAudited('messaging.messages-read', looked, { times: 1 });
    expect(await read(offerId)).toMatchObject({ messages: null });
  });

  it('open their files to whoever gave a reason, for an hour, and none of another offer', async () => {
    const { patient, clinic, offerId } = await someTalk(server);
    const file = await addAttachment(clinic, { bytes: await jpegPhoto(), name: 'x.jpg', type: '' });
    await write(clinic, offerId, '', [file.id]);
    await complainOf(await found(patient, offerId), { reason: 'Look.', attachmentId: file.id });
    const other = await reported();
    const look = async ({ client } = reviewer, at = offerId, id = file.id) => {
      const address = `/api/admin/conversations/${at}/files/${id}`;
      const answer = await server.request(address, { headers: { Cookie: client.cookie } });
      await answer.arrayBuffer();
      return answer.status;
    };
    expect(await look()).toBe(403);
    const reason = 'The picture is what was reported.';
    for (const id of [offerId, other.offerId]) await send(id, 'read-messages', { reason });
    expect(await look()).toBe(200);
    expect(await look(reviewer, other.offerId)).toBe(404);
    expect(await look(reviewer, offerId, newId())).toBe(404);
    expect(await look(await atConsole(server, 'admin'))).toBe(403);
    const opened = { objectId: offerId, facts: { fileId: file.id } };
    await expect(server).toBeAudited('messaging.file-read', opened, { only: 1 });
    await advance(server.services, hours(2));
    await server.services.database.pool.query(
      'update identity.staff_session set last_seen_at = platform.now()',
    );
    expect(await look()).toBe(403);
  });
});

describe('a decision', () => {
  it('dismisses or notes once, and a new report waits again', async () => {
    const [one, two] = [await reported(), await reported()];
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => send(one.offerId, 'dismiss')),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    expect((await send(two.offerId, 'keep')).status).toBe(422);
    const reason = 'Rude, but no more than that.';
    expect((await send(two.offerId, 'keep', { reason })).status).toBe(200);
    expect(await read(one.offerId)).toMatchObject({
      ...{ outcome: 'dismissed', waitingSince: null, blockedAt: null },
      reports: [{ settledAt: expect.any(String) as string }],
      allowedEvents: ['read-messages', 'block'],
    });
    expect(await read(two.offerId)).toMatchObject({ outcome: 'kept' });
    const settled = { objectId: two.offerId, facts: { outcome: 'kept' }, reason };
    await expect(server).toBeAudited('messaging.report-settled', settled, { times: 1 });
    for (const { offerId, clinic } of [one, two]) {
      expect(await idsOf({ queue: 'waiting', id: [offerId] })).toEqual([]);
      await write(clinic, offerId, 'And on it goes.');
    }
    await complainOf(await found(one.clinic, one.offerId), { reason: 'Now they do.' });
    expect(await read(one.offerId)).toMatchObject({
      outcome: null,
      waitingSince: expect.any(String) as string,
      reports: [
        { by: 'clinic', settledAt: null },
        { by: 'patient', settledAt: expect.any(String) as string },
      ],
    });
  });

  it('blocks for both, who read on and are told by whom, until the team lets them again', async () => {
    const { offerId, patient, clinic } = await reported();
    const reason = 'Asks for cash past the platform.';
    const crossing = await Promise.allSettled([
      send(offerId, 'block', { reason }),
      ...Array.from({ length: 10 }, (_, n) => write(clinic, offerId, `Line ${'a'.repeat(n + 1)}`)),
    ]);
    expect(crossing[0]).toMatchObject({ value: { status: 200 } });
    const sent = crossing.slice(1).filter(({ status }) => status === 'fulfilled').length;
    expect((await send(offerId, 'block', { reason })).status).toBe(409);
    for (const side of [patient, clinic]) {
      await expect(write(side, offerId, 'Hello?')).rejects.toMatchObject({
        code: 'conversation_blocked',
      });
      const shown = await showConversation(await found(side, offerId));
      expect(shown).toMatchObject({ closed: 'blocked-by-team' });
      expect(shown.messages).toHaveLength(sent + 1);
    }
    expect(await read(offerId)).toMatchObject({
      ...{ outcome: 'blocked', waitingSince: null },
      allowedEvents: ['read-messages', 'unblock'],
    });
    const blocked = { objectId: offerId, reason };
    await expect(server).toBeAudited('messaging.block-reported', blocked, { times: 1 });
    expect((await send(offerId, 'unblock', { reason: 'A mistake.' })).status).toBe(200);
    expect((await send(offerId, 'unblock', { reason: 'A mistake.' })).status).toBe(409);
    await write(patient, offerId, 'Hello again');
    await closeConversation(await found(patient, offerId));
    await send(offerId, 'block', { reason });
    await send(offerId, 'unblock', { reason });
    await expect(write(clinic, offerId, 'Hello?')).rejects.toMatchObject({
      code: 'conversation_blocked',
    });
  });
});
