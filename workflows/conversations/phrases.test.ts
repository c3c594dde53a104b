import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { spokenIn } from '#languages/words.server.ts';
import { type Phrase, phrases, phrasesOf } from '#contracts/messaging';
import type { Side } from '#platform/base/actor';
import { everyLocale, type Locale } from '#platform/base/locale';
import { newId } from '#platform/base/ids';
import type { CtxOf } from '#platform/context';
import { maskText } from '#platform/masking/mask';
import { createQueuedServices } from '../../tests/kit/identity';
import type { TestServices } from '../../tests/kit/services';
import { withoutBudgets } from '../offers/testing';
import { ownInbox } from './inbox';
import { keepWhatIsTyped, sentencesFor, whatWasTyped, writeMessage } from './talk';
import { found, read, rowsOf, someTalk } from './testing';

let kit: TestServices;
beforeAll(async () => {
  kit = await createQueuedServices();
  await withoutBudgets(kit);
});
afterAll(() => kit?.close());

async function say(ctx: CtxOf<Side>, offerId: string, phrase: Phrase): Promise<void> {
  const fields = { text: '', attachments: [], phrase };
  await writeMessage(await found(ctx, offerId), { offerId, messageId: newId(), fields });
}
const allPhrases = [...phrasesOf('patient'), ...phrasesOf('clinic')];
const reading = (ctx: CtxOf<Side>, locale: Locale): CtxOf<Side> => ({ ...ctx, locale });
const inTurkish = spokenIn('tr')('phrases.say.which-days');
const inEnglish = spokenIn('en')('phrases.say.which-days');

describe('a ready-made sentence', () => {
  it('is read by each in their own language, in the conversation and in the inbox', async () => {
    const { patient, clinic, offerId } = await someTalk(kit);
    await say(reading(clinic, 'tr'), offerId, 'which-days');
    const [asked] = (await read(reading(patient, 'en'), offerId)).messages;
    expect(asked).toMatchObject({ from: 'clinic', phrase: 'which-days', text: inEnglish });
    expect((await read(reading(clinic, 'tr'), offerId)).messages[0]!.text).toBe(inTurkish);
    const inbox = await ownInbox(reading(patient, 'en'));
    expect(inbox.conversations[0]).toMatchObject({ offerId, preview: inEnglish });
    const stored = await rowsOf(kit)<{ text: string }>(
      'select text from messaging.message where conversation_id = $1',
      [offerId],
    );
    expect(stored).toEqual([{ text: inTurkish }]);
  });

  it('leaves what its writer is typing where it is', async () => {
    const { patient, offerId } = await someTalk(kit);
    await keepWhatIsTyped(await found(patient, offerId), { text: 'Half a sen', turn: null });
    await say(patient, offerId, 'how-to-pay');
    expect(await whatWasTyped(await found(patient, offerId))).toBe('Half a sen');
  });

  it('is one of the own side', async () => {
    const { patient, clinic, offerId } = await someTalk(kit);
    for (const [ctx, phrase] of [
      [patient, 'which-days'],
      [clinic, 'how-to-pay'],
    ] as const)
      await expect(say(ctx, offerId, phrase)).rejects.toMatchObject({
        code: 'validation_failed',
        details: { fields: { phrase: ['messaging.error.no_phrase'] } },
      });
    expect((await read(patient, offerId)).messages).toEqual([]);
  });
});

describe.each(everyLocale)('the ready-made sentences (%s)', (locale) => {
  it('are there in this language, each another one, and hold nothing that would be masked', () => {
    const texts = allPhrases.map((phrase) => spokenIn(locale)(`phrases.say.${phrase}`));
    expect(texts.length).toBeGreaterThanOrEqual(60);
    expect(new Set(texts).size).toBe(allPhrases.length);
    expect(
      texts.filter((text) => /phrases\.say/.test(text) || maskText(text).found.length),
    ).toEqual([]);
    for (const side of ['patient', 'clinic'] as const)
      expect(sentencesFor(side, locale).map(({ sentences }) => sentences.length)).toEqual(
        Object.values(phrases[side]).map((ids) => ids.length),
      );
  });
});
