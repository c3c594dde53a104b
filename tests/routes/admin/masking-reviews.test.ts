import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#platform/base/ids';
import { askForMaskingReview } from '../../../workflows/conversations/talk';
import { found, someTalk, texts, write } from '../../../workflows/conversations/testing';
import { withoutBudgets } from '../../../workflows/offers/testing';
import { atConsole, type AdminPerson } from '../../kit/admin-client';
import { startTestServer, type TestServer } from '../../kit/http';

let server: TestServer;
let reviewer: AdminPerson;
beforeAll(async () => {
  server = await startTestServer();
  await withoutBudgets(server);
  reviewer = await atConsole(server, 'reviewer');
});
afterAll(() => server?.close());

const send = (id: string, event: string) => reviewer.client.send('masking-reviews', id, event);
const read = (id: string) => reviewer.client.get(`/masking-reviews/${id}`);
const waiting = async () =>
  (await reviewer.client.list('masking-reviews', { filter: { queue: 'waiting' } })).rows;

async function asked(text: string) {
  const talk = await someTalk(server);
  const messageId = await write(talk.clinic, talk.offerId, text);
  await askForMaskingReview(await found(talk.clinic, talk.offerId), { messageId });
  return { ...talk, messageId };
}

describe('the queue of masked messages', () => {
  it('lists who waits, and nothing that was written; the message is read by itself', async () => {
    const { patient, clinic, offerId, messageId } = await asked('CANARY me@example.com');
    const rows = await waiting();
    expect(rows.map(({ id }) => id)).toEqual([messageId]);
    expect(JSON.stringify(rows)).not.toMatch(/CANARY|example/);
    const { body } = await read(messageId);
    expect(body).toMatchObject({
      by: 'clinic',
      words: { written: 'CANARY me@example.com', shown: 'CANARY •••' },
      allowedEvents: ['release', 'keep'],
    });
    for (const id of [patient.actor.id, clinic.actor.id, offerId])
      expect(JSON.stringify(body)).not.toContain(id);
    expect((await send(messageId, 'release')).status).toBe(200);
    expect(await waiting()).toEqual([]);
    expect(await texts(patient, offerId)).toEqual(['CANARY me@example.com']);
    expect((await read(messageId)).body).toMatchObject({ outcome: 'released', words: null });
    expect((await send(messageId, 'keep')).status).toBe(409);
  });

  it('knows no message that its sender has not released', async () => {
    const { clinic, offerId } = await asked('one@example.com');
    const other = await write(clinic, offerId, 'two@example.com');
    for (const id of [other, offerId, newId(), 'x']) {
      expect((await read(id)).status).toBe(404);
      expect((await send(id, 'release')).status).toBe(404);
    }
  });
});
