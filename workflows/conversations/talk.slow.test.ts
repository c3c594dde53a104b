import type { CtxOf } from '#platform/context';
import type { Side } from '#platform/base/actor';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addAttachment } from '#modules/attachments';
import { conversationMarks, keepTyped } from '#modules/messaging';
import { readOffer } from '#modules/offers';
import { newId } from '#platform/base/ids';
import { openStorage } from '#platform/ports/open-storage';
import { createQueuedServices } from '../../tests/kit/identity';
import type { TestServices } from '../../tests/kit/services';
import { jpegPhoto } from '../../modules/consultation/testing';
import { presentOffer, acceptShownOffer } from '../offers/offers';
import { publishedLead, sentOffer, someClinics, withoutBudgets } from '../offers/testing';
import { openFile } from '../open-file';
import {
  keepWhatIsTyped,
  seeConversation,
  showConversation,
  whatWasTyped,
  writeMessage,
} from './talk';
import type { FormTurn } from '#platform/text/form-turn';
import { found, read, rowsOf, someTalk, texts, write } from './testing';

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

describe('a conversation', () => {
  it('is between patient and clinic of the offer, and to everybody else it is not there', async () => {
    const { patient, clinic, stranger, offerId } = await talk();
    await write(clinic, offerId, 'Do you smoke?');
    await write(patient, offerId, 'No, never.');
    for (const side of [patient, clinic])
      expect(await texts(side, offerId)).toEqual(['Do you smoke?', 'No, never.']);
    const { patient: other } = await publishedLead(kit);
    const suspended = { ...clinic, actor: { ...clinic.actor, approved: false } };
    for (const ctx of [stranger, other, suspended])
      await expect(found(ctx, offerId)).rejects.toMatchObject({ code: 'not_found' });
    await expect(found(patient, newId())).rejects.toMatchObject({ code: 'not_found' });
    await expect(found(patient, 'nothing')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('makes the offer one that is talked about with the first word of the patient', async () => {
    const { patient, clinic, offerId } = await talk();
    await write(clinic, offerId, 'Any question?');
    expect(await statusOf(offerId)).toBe('pending');
    await write(patient, offerId, 'Yes.');
    await write(patient, offerId, 'One more.');
    expect(await statusOf(offerId)).toBe('negotiating');
  });

  it('keeps unread counts and read marks for each side', async () => {
    const { patient, clinic, offerId } = await talk();
    await write(clinic, offerId, 'One');
    await write(clinic, offerId, 'Two');
    expect((await read(patient, offerId)).unread).toBe(2);
    expect((await read(clinic, offerId)).unread).toBe(0);
    const marks = await conversationMarks(patient, [offerId, newId()]);
    expect([...marks]).toEqual([
      [offerId, { lastMessageAt: expect.any(String) as string, unread: 2 }],
    ]);
    expect((await conversationMarks(clinic, [offerId])).get(offerId)?.unread).toBe(0);
    await seeConversation(await found(patient, offerId));
    await seeConversation(await found(patient, offerId));
    const { unread, messages } = await read(patient, offerId);
    expect(unread).toBe(0);
    expect(messages.every(({ readAt }) => readAt !== null)).toBe(true);
  });

  it('is read in pages, newest first, in the order of writing', async () => {
    const { patient, clinic, offerId } = await talk();
    for (let n = 1; n <= 25; n += 1)
      await write(n % 2 ? clinic : patient, offerId, `No ${'a'.repeat(n)}`);
    const first = await read(clinic, offerId);
    const rest = await showConversation(await found(clinic, offerId), {
      cursor: first.nextCursor!,
    });
    const lengths = [...first.messages, ...rest.messages].map(({ text }) => text.length - 3);
    expect(lengths).toEqual(Array.from({ length: 25 }, (_, n) => 25 - n));
    expect(rest.nextCursor).toBeNull();
  });

  it('tells open pages of both sides, by ids only', async () => {
    const { patient, clinic, offerId } = await talk();
    await write(clinic, offerId, 'Secret of the clinic');
    const changed = 'messaging.changed';
    for (const side of [`clinic:${clinic.actor.id}`, `patient:${patient.actor.id}`])
      await expect(kit).toHaveTold(side, changed, { offerId }, { times: 1, exact: true });
    const all = `select from live.event where type = $1 and data->>'offerId' = $2`;
    expect(await rows(all, [changed, offerId])).toHaveLength(2);
  });

  it('keeps what is typed until it is sent; a late save brings nothing back', async () => {
    const { patient, clinic, offerId } = await talk();
    const writer = newId();
    const type = async (text: string, turn: number) =>
      keepWhatIsTyped(await found(patient, offerId), { text, turn: { writer, turn } });
    await type('Hel', 1);
    await type('Hello the', 3);
    await type('Hello', 2);
    expect(await whatWasTyped(await found(patient, offerId))).toBe('Hello the');
    expect(await whatWasTyped(await found(clinic, offerId))).toBe('');
    await write(patient, offerId, 'Hello there');
    expect(await whatWasTyped(await found(patient, offerId))).toBe('');
    await keepTyped(patient, { offerId }, { text: '', turn: null });
  });

  it('keeps nothing of a message that was sent, however late a save of its form comes', async () => {
    const { patient, offerId } = await talk();
    const talkOfPatient = await found(patient, offerId);
    const typed = () => whatWasTyped(talkOfPatient);
    const sends = (turn: FormTurn) =>
      writeMessage(talkOfPatient, {
        offerId,
        messageId: newId(),
        fields: { text: `Question ${turn.writer}`, attachments: [] },
        turn,
      });
    const saves = (text: string, turn: FormTurn) => keepWhatIsTyped(talkOfPatient, { text, turn });
    const writer = newId();
    await saves('Questi', { writer, turn: 1 });
    await sends({ writer, turn: 3 });
    await saves('Question', { writer, turn: 2 });
    expect(await typed()).toBe('');
    // The form that takes its place is another one.
    await saves('And', { writer: newId(), turn: 1 });
    expect(await typed()).toBe('And');

    for (let n = 0; n < 20; n += 1) {
      const next = newId();
      const late = [1, 2, 3].map((turn) => saves('Question', { writer: next, turn }));
      await Promise.all([...late, sends({ writer: next, turn: 4 })]);
      expect(await typed()).toBe('');
    }
  });
});

describe('masking', () => {
  it('hides contact data from both sides until the offer is accepted, and nothing afterwards', async () => {
    const { patient, clinic, offerId } = await talk();
    await write(patient, offerId, 'Call 0532 123 45 67, budget $5,000');
    await write(clinic, offerId, 'Or mail a@example.com');
    const shown = ['Call •••, budget $5,000', 'Or mail •••'];
    for (const side of [patient, clinic]) expect(await texts(side, offerId)).toEqual(shown);
    const { messages } = await read(patient, offerId);
    expect(messages.map(({ masked }) => masked)).toEqual([['email'], ['phone']]);
    await acceptShownOffer(patient, { offerId });
    for (const side of [patient, clinic])
      expect(await texts(side, offerId)).toEqual([
        'Call 0532 123 45 67, budget $5,000',
        'Or mail a@example.com',
      ]);
    expect((await read(clinic, offerId)).messages.flatMap(({ masked }) => masked)).toEqual([]);
  });

  it('hides the message that completes a number, and its earlier parts from then on', async () => {
    const { patient, clinic, offerId } = await talk();
    await write(clinic, offerId, '0532');
    await write(patient, offerId, '2 crowns, please');
    await write(clinic, offerId, '123');
    expect(await texts(patient, offerId)).toEqual(['0532', '2 crowns, please', '123']);
    await write(clinic, offerId, '45 67');
    const all = ['•••', '2 crowns, please', '•••', '•••'];
    for (const side of [patient, clinic]) expect(await texts(side, offerId)).toEqual(all);
    for (let n = 0; n < 9; n += 1) await write(clinic, offerId, `Line ${'a'.repeat(n + 1)}`);
    expect((await texts(patient, offerId)).join()).not.toMatch(/0532|123|45 67/);
  });

  it('says the truth whichever comes first, the message or the acceptance', async () => {
    const { patient, clinic, offerId } = await talk();
    await Promise.all([
      write(clinic, offerId, 'Call 0532 123 45 67'),
      acceptShownOffer(patient, { offerId }),
    ]);
    expect(await texts(patient, offerId)).toEqual(['Call 0532 123 45 67']);
  });

  it('runs over what an offer says and over the names of its files', async () => {
    const [clinic] = await someClinics(kit);
    const { patient, leadId } = await publishedLead(kit);
    const bytes = await jpegPhoto(3);
    const name = '0532 123 45 67.jpg';
    const file = await addAttachment(clinic!, { bytes, name, type: 'image/jpeg' });
    const offerId = await sentOffer(clinic!, leadId, {
      message: 'Call 0532 123 45 67',
      availability: 'see www.example.com',
      attachments: [file.id],
    });
    const offered = async (ctx: CtxOf<Side>) =>
      presentOffer(ctx, await readOffer(ctx, { offerId }));
    for (const ctx of [patient, clinic!]) {
      const shown = JSON.stringify(await offered(ctx));
      expect(shown).not.toMatch(/0532|example/);
      expect(shown).toContain('•••.jpg');
    }
    const opened = await openFile(patient, { owners: [patient.actor], id: file.id, size: 'full' });
    opened.body.destroy();
    expect(opened.name).toBe('•••.jpg');
    const { patient: other } = await publishedLead(kit);
    await expect(
      openFile(other, { owners: [other.actor], id: file.id, size: 'full' }),
    ).rejects.toMatchObject({ code: 'not_found' });
    await acceptShownOffer(patient, { offerId });
    expect(JSON.stringify(await offered(patient))).toContain('0532 123 45 67');
  });
});

describe('files', () => {
  it('go with a message, to both sides and nobody else, and once', async () => {
    const { patient, clinic, stranger, offerId } = await talk();
    const file = await addAttachment(clinic, {
      bytes: await jpegPhoto(4),
      name: 'x.jpg',
      type: '',
    });
    await write(clinic, offerId, '', [file.id]);
    const [message] = (await read(patient, offerId)).messages;
    expect(message?.attachments).toEqual([{ ...file }]);
    const open = (ctx: CtxOf<Side>) =>
      openFile(ctx, { owners: [ctx.actor], id: file.id, size: 'full' });
    for (const side of [patient, clinic]) (await open(side)).body.destroy();
    await expect(open(stranger)).rejects.toMatchObject({ code: 'not_found' });
    await expect(write(clinic, offerId, 'again', [file.id])).rejects.toMatchObject({
      code: 'validation_failed',
    });
    expect(await texts(patient, offerId)).toEqual(['']);
  });
});
