import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { notifyOfUnreadHandler } from '#modules/messaging';
import { minutes } from '#platform/base/duration';
import { oncePerKey } from '#engine';
import { newId } from '#platform/base/ids';
import { openStorage } from '#platform/ports/open-storage';
import { createQueuedServices } from '../../tests/kit/identity';
import type { TestServices } from '../../tests/kit/services';
import { sentOffer, someClinics, withoutBudgets } from '../offers/testing';
import { closeConversation, complainOf, seeConversation, writeMessage } from './talk';
import { fieldsOf, found, read, rowsOf, someTalk, texts, write } from './testing';
import { acceptShownOffer } from '../offers/offers';

let kit: TestServices;
beforeAll(async () => {
  kit = await createQueuedServices();
  (kit.services.ports as { storage: unknown }).storage = openStorage(kit.services.env);
  await withoutBudgets(kit);
});
afterAll(() => kit?.close());

const rows = <R extends object>(query: string, values: unknown[] = []): Promise<R[]> =>
  rowsOf(kit)<R>(query, values);
const talk = (more: Record<string, unknown> = {}) => someTalk(kit, more);
const statusOf = async (id: string) =>
  (await rows<{ status: string }>('select status from offers.offer where id = $1', [id]))[0]!
    .status;

describe('the end', () => {
  it('comes with a block: neither side writes any more, both read, and it is said plainly', async () => {
    const { patient, clinic, offerId } = await talk();
    await write(clinic, offerId, 'Hello');
    await closeConversation(await found(patient, offerId));
    await closeConversation(await found(patient, offerId));
    for (const side of [patient, clinic])
      await expect(write(side, offerId, 'More')).rejects.toMatchObject({
        code: 'conversation_blocked',
      });
    expect((await read(patient, offerId)).closed).toBe('blocked-by-you');
    const theirs = await read(clinic, offerId);
    expect([theirs.closed, theirs.messages.length]).toEqual(['blocked-by-them', 1]);
  });

  it('lets nothing through after a block that crosses with messages', async () => {
    const { patient, clinic, offerId } = await talk();
    const talkOfPatient = await found(patient, offerId);
    const sends = Array.from({ length: 20 }, () => write(clinic, offerId, 'Hello'));
    const results = await Promise.allSettled([...sends, closeConversation(talkOfPatient)]);
    const sent = results.slice(0, 20).filter(({ status }) => status === 'fulfilled').length;
    const late = await rows(
      `select m.id from messaging.message m join messaging.conversation c on c.id = m.conversation_id
        where c.id = $1 and m.created_at > c.patient_blocked_at + interval '1 second'`,
      [offerId],
    );
    expect(late).toEqual([]);
    const stored = await rows('select 1 from messaging.message where conversation_id = $1', [
      offerId,
    ]);
    expect(stored).toHaveLength(sent);
    await expect(write(clinic, offerId, 'More')).rejects.toMatchObject({
      code: 'conversation_blocked',
    });
  });

  it('comes with the offer: what was said stays to be read', async () => {
    const { patient, clinic, leadId, offerId } = await talk();
    const [winner] = await someClinics(kit);
    await write(clinic, offerId, 'Hello');
    const other = await sentOffer(winner!, leadId);
    await acceptShownOffer(patient, { offerId: other });
    await expect(write(clinic, offerId, 'Wait')).rejects.toMatchObject({
      code: 'conversation_closed',
    });
    expect((await read(clinic, offerId)).closed).toBe('offer-over');
  });

  it('is not a report: that goes to the team with its reason', async () => {
    const { patient, clinic, offerId } = await talk();
    const messageId = await write(clinic, offerId, 'Pay me in advance');
    const complain = async (about: Parameters<typeof complainOf>[1]) =>
      complainOf(await found(patient, offerId), about);
    await complain({ reason: 'Asks for money', messageId });
    await expect(complain({ reason: 'x', messageId: newId() })).rejects.toMatchObject({
      code: 'validation_failed',
    });
    const reports = await rows<{ by_side: string; reason: string; message_id: string }>(
      'select by_side, reason, message_id from messaging.report where conversation_id = $1',
      [offerId],
    );
    expect(reports).toEqual([
      { by_side: 'patient', reason: 'Asks for money', message_id: messageId },
    ]);
  });
});

describe('at once', () => {
  it('fifty sends under one key are one message', async () => {
    const { patient, offerId } = await talk();
    const talkOfPatient = await found(patient, offerId);
    const key = newId();
    const send = () =>
      oncePerKey(patient, { call: 'messaging.send', key, input: 'x' }, async (tx, messageId) => {
        const fields = fieldsOf('Hello');
        await writeMessage({ ...talkOfPatient, ctx: tx }, { offerId, messageId, fields });
        return messageId;
      });
    const results = await Promise.all(Array.from({ length: 50 }, send));
    expect(new Set(results.map(({ id }) => id)).size).toBe(1);
    expect(await texts(patient, offerId)).toEqual(['Hello']);
    expect(await statusOf(offerId)).toBe('negotiating');
  });

  it('many messages of both sides are all there, and counted', async () => {
    const { patient, clinic, offerId } = await talk();
    await Promise.all(
      Array.from({ length: 20 }, (_, n) => write(n % 2 ? patient : clinic, offerId, 'Hello')),
    );
    expect((await read(patient, offerId)).unread).toBe(10);
    expect((await read(clinic, offerId)).unread).toBe(10);
    const times = await rows<{ n: number }>(
      'select count(distinct created_at)::int as n from messaging.message where conversation_id = $1',
      [offerId],
    );
    expect(times[0]!.n).toBe(20);
  });
});

describe('the mail about unread messages', () => {
  const jobsOf = async (offerId: string) =>
    rows<{
      data: { payload: { offerId: string; to: 'patient' | 'clinic'; messageId: string } };
      wait: number;
    }>(
      `select data, extract(epoch from start_after - created_on)::int as wait from pgboss.job
        where name = 'messaging.tell-unread' and data->'payload'->>'offerId' = $1`,
      [offerId],
    );
  const run = async (payload: { offerId: string; to: 'patient' | 'clinic'; messageId: string }) =>
    notifyOfUnreadHandler(kit.ctx({ kind: 'system', name: 'test' }), {
      payload,
      attempt: 1,
    } as never);

  it('waits ten minutes, is told once for a burst, and not when somebody looked', async () => {
    const { patient, clinic, offerId } = await talk();
    await write(clinic, offerId, 'One');
    await write(clinic, offerId, 'Two');
    const [burst, ...more] = await jobsOf(offerId);
    expect(more).toEqual([]);
    expect(burst!.wait).toBeGreaterThanOrEqual(minutes(10) / 1_000 - 5);
    expect(burst!.data.payload.to).toBe('patient');
    await run(burst!.data.payload);
    await run(burst!.data.payload);
    await expect(kit).toHaveEmitted('messaging.unread', { offerId }, { times: 1 });
    await write(clinic, offerId, 'Three');
    expect(await jobsOf(offerId)).toHaveLength(1);
    await seeConversation(await found(patient, offerId));
    await write(clinic, offerId, 'Four');
    const [, second] = await jobsOf(offerId);
    await seeConversation(await found(patient, offerId));
    await run(second!.data.payload);
    await expect(kit).toHaveEmitted('messaging.unread', { offerId }, { times: 1 });
  });
});
