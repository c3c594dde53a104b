import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  keepMasked,
  maskingReviewForStaff,
  readMaskingReview,
  releaseMasked,
} from '#modules/messaging';
import { acceptShownOffer } from '../offers/offers';
import { newId } from '#platform/base/ids';
import { createQueuedServices } from '../../tests/kit/identity';
import type { TestServices } from '../../tests/kit/services';
import { publishedLead, withoutBudgets } from '../offers/testing';
import { askForMaskingReview } from './talk';
import { found, read, rowsOf, someTalk, texts, write } from './testing';

let kit: TestServices;
beforeAll(async () => {
  kit = await createQueuedServices();
  await withoutBudgets(kit);
});
afterAll(() => kit?.close());

const staff = () =>
  kit.ctx({ kind: 'staff' as const, id: newId(), role: 'reviewer' as const, sessionId: newId() });
const reviews = (offerId: string) =>
  rowsOf(kit)('select id from messaging.masking_review where conversation_id = $1', [offerId]);

/** A message that was masked in a conversation. */
async function masked(text = 'Call 0532 123 45 67 today') {
  const talk = await someTalk(kit);
  const messageId = await write(talk.patient, talk.offerId, text);
  const ask = async (ctx = talk.patient, id = messageId) =>
    askForMaskingReview(await found(ctx, talk.offerId), { messageId: id });
  const seen = async (ctx: Parameters<typeof read>[0] = talk.patient) =>
    (await read(ctx, talk.offerId)).messages.find(({ _id }) => _id === messageId)!;
  return { ...talk, messageId, ask, seen };
}

describe('a masked message', () => {
  it('shows its sender what was hidden, and the other side nothing of it', async () => {
    const { clinic, seen } = await masked('Call 0532 123 45 67 or a@example.com, 14:30');
    expect(await seen()).toMatchObject({
      text: 'Call ••• or •••, 14:30',
      hidden: ['0532 123 45 67', 'a@example.com'],
      review: null,
    });
    expect(await seen(clinic)).toMatchObject({ hidden: [], review: null });
  });

  it('is released to the team by its sender: this message, and until it is decided', async () => {
    const { clinic, offerId, messageId, patient, ask, seen } = await masked();
    await write(patient, offerId, 'CANARY of another message');
    await ask();
    expect((await seen()).review).toBe('waiting');
    expect((await seen(clinic)).review).toBeNull();
    const record = await readMaskingReview(staff(), messageId);
    expect(record.words).toEqual({
      written: 'Call 0532 123 45 67 today',
      shown: 'Call ••• today',
    });
    expect(JSON.stringify(record)).not.toMatch(new RegExp(`CANARY|${patient.actor.id}`));
    for (const step of ['asked', 'read'])
      await expect(kit).toBeAudited(`messaging.masking-review-${step}`, { objectId: messageId });
    await keepMasked(staff(), messageId);
    expect(await seen()).toMatchObject({ text: 'Call ••• today', review: 'kept' });
    expect((await maskingReviewForStaff(staff(), messageId)).words).toBeNull();
  });

  it('is shown to both once the team released it, whatever is written later', async () => {
    const { patient, clinic, offerId, messageId, ask, seen } = await masked('0532 123 45 67');
    await ask();
    await releaseMasked(staff(), messageId);
    for (const ctx of [patient, clinic])
      expect(await seen(ctx)).toMatchObject({ text: '0532 123 45 67', masked: [] });
    expect((await seen()).review).toBe('released');
    await write(patient, offerId, 'Call me');
    await write(patient, offerId, '0542 765 43 21');
    expect(await texts(clinic, offerId)).toEqual(['0532 123 45 67', 'Call me', '•••']);
    const decided = { objectId: messageId, facts: { outcome: 'released' } };
    await expect(kit).toBeAudited('messaging.masking-reviewed', decided, { times: 1 });
  });

  it('is asked about by its sender only, and not without anything hidden', async () => {
    const { patient, clinic, stranger, offerId, messageId, ask } = await masked();
    const plain = await write(patient, offerId, 'Thank you.');
    const { patient: other } = await publishedLead(kit);
    await expect(ask(clinic as never)).rejects.toMatchObject({ code: 'not_found' });
    for (const ctx of [stranger, other])
      await expect(ask(ctx as never)).rejects.toMatchObject({ code: 'not_found' });
    for (const id of [plain, newId(), 'x'])
      await expect(ask(patient, id)).rejects.toMatchObject({ code: 'not_found' });
    const another = await masked();
    await expect(another.ask(another.patient, messageId)).rejects.toMatchObject({
      code: 'not_found',
    });
    await acceptShownOffer(patient, { offerId });
    await expect(ask()).rejects.toMatchObject({ code: 'not_found' });
    expect(await reviews(offerId)).toEqual([]);
  });

  it('is reviewed once, also when fifty ask and fifty decide at the same time', async () => {
    const { offerId, messageId, ask, seen } = await masked();
    await Promise.all(Array.from({ length: 50 }, () => ask()));
    expect(await reviews(offerId)).toHaveLength(1);
    const decided = await Promise.allSettled(
      Array.from({ length: 50 }, (_, n) =>
        (n % 2 ? keepMasked : releaseMasked)(staff(), messageId),
      ),
    );
    expect(decided.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await ask();
    expect((await seen()).review).not.toBe('waiting');
    for (const id of [newId(), 'x'])
      await expect(releaseMasked(staff(), id)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('can be asked about ten times a day by one person', async () => {
    const { patient, offerId, ask } = await masked();
    const ids = [];
    for (let n = 0; n < 11; n += 1)
      ids.push(await write(patient, offerId, `mail a${n}@example.com`));
    for (const id of ids.slice(0, 10)) await ask(patient, id);
    await ask(patient, ids[0]);
    await expect(ask(patient, ids[10])).rejects.toMatchObject({ code: 'too_many_requests' });
    expect(await reviews(offerId)).toHaveLength(10);
  });
});
