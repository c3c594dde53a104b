import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { writeSetting } from '#platform/settings/settings';
import { system, type Side } from '#platform/base/actor';
import type { Locale } from '#platform/base/locale';
import { newId } from '#platform/base/ids';
import type { CtxOf } from '#platform/context';
import { type Translator, TranslatorError } from '#platform/ports/translator';
import { agreeToTerms } from '#modules/identity';
import { eraseTranslationsOf, translationBudgets } from '#modules/translations';
import { createQueuedServices } from '../../tests/kit/identity';
import type { TestServices } from '../../tests/kit/services';
import { takeConsentBack } from '../leaving/withdraw-consent';
import { acceptShownOffer } from '../offers/offers';
import { withoutBudgets } from '../offers/testing';
import { found, read, rowsOf, someTalk, write } from './testing';
import { agreeToTranslation } from '../translations/ask';
import { translateMessage } from './translation';
import { writeMessage } from './talk';

/** What the provider was sent, and what it does next. */
const sent: Array<{ text: string; to: Locale }> = [];
let says: (text: string, to: Locale) => Promise<string>;
const fake: Translator = {
  name: 'libretranslate',
  async translate(text, to) {
    sent.push({ text, to });
    return { text: await says(text, to), from: 'de' };
  },
};

let kit: TestServices;
let without: TestServices['services'];
beforeAll(async () => {
  kit = await createQueuedServices({ ports: { translator: fake } });
  without = { ...kit.services, ports: { ...kit.ports, translator: null } };
  await withoutBudgets(kit);
});
afterAll(() => kit?.close());
beforeEach(async () => {
  sent.length = 0;
  says = async (text, to) => `${to}: ${text}`;
  await budgets({});
});

const budgets = (more: Partial<{ perPersonHour: number; charactersPerDay: number }>) =>
  writeSetting(kit.ctx(system('test')), translationBudgets, {
    ...{ perPersonHour: 1_000, charactersPerDay: 1_000_000 },
    ...more,
  });
const reading = (ctx: CtxOf<Side>, locale: Locale): CtxOf<Side> => ({ ...ctx, locale });
const stored = (messageId: string) =>
  rowsOf(kit)<{ locale: string; text: string | null }>(
    'select locale, texts ->> 0 as text from translations.translation where of_id = $1 order by locale',
    [messageId],
  );
const translate = async (ctx: CtxOf<Side>, offerId: string, messageId: string) =>
  (await translateMessage(await found(ctx, offerId), { messageId })).translation;
const code = (translating: Promise<unknown>) =>
  translating.then(
    () => 'done',
    (error: { code?: string }) => error.code,
  );
/** A conversation whose patient has agreed to nothing but the terms. */
async function newTalk() {
  const talk = await someTalk(kit);
  await agreeToTerms(talk.patient);
  return talk;
}
/** One whose patient has agreed to translations. */
async function agreedTalk() {
  const talk = await newTalk();
  await agreeToTranslation(talk.patient);
  return talk;
}

describe('a message of the other side', () => {
  it('is translated once for both sides and each language, and read with the page', async () => {
    const { patient, clinic, offerId } = await agreedTalk();
    const id = await write(clinic, offerId, 'Guten Tag');
    expect(await translate(reading(patient, 'en'), offerId, id)).toEqual({
      ...{ text: 'en: Guten Tag', from: 'de', by: 'libretranslate' },
    });
    await translate(reading(patient, 'en'), offerId, id);
    await translate(reading(patient, 'tr'), offerId, id);
    expect(sent.map(({ to }) => to)).toEqual(['en', 'tr']);
    const inEnglish = await read(reading(patient, 'en'), offerId);
    expect(inEnglish.translating).toEqual({ state: 'ready', by: 'libretranslate' });
    expect(inEnglish.messages[0]).toMatchObject({
      ...{ text: 'Guten Tag', translation: { text: 'en: Guten Tag' } },
    });
    expect((await read(reading(patient, 'de'), offerId)).messages[0]!.translation).toBeNull();
    expect(await stored(id)).toHaveLength(2);
  });

  it('is sent without contact data, also once the offer is accepted, and comes back without', async () => {
    const { patient, clinic, offerId } = await agreedTalk();
    await acceptShownOffer(patient, { offerId });
    const id = await write(clinic, offerId, 'Call me: +49 30 901820');
    says = async (text) => `${text} or write to somebody@example.com`;
    const translation = await translate(patient, offerId, id);
    expect(sent[0]!.text).not.toMatch(/\d{4}/);
    expect(translation!.text).not.toContain('example.com');
    expect((await read(patient, offerId)).messages[0]!.text).toContain('901820');
  });

  it('has no translation any more once more of it is masked', async () => {
    const { patient, clinic, offerId } = await agreedTalk();
    const id = await write(patient, offerId, '0151 234');
    await translate(clinic, offerId, id);
    expect((await read(clinic, offerId)).messages[0]!.translation).not.toBeNull();
    await write(patient, offerId, '56789');
    const { messages } = await read(clinic, offerId);
    const first = messages.find(({ _id }) => _id === id)!;
    expect(first).toMatchObject({ text: '•••', translation: null });
    await translate(clinic, offerId, id);
    expect(sent.at(-1)!.text).toBe('•••');
    expect(await stored(id)).toHaveLength(1);
  });

  it('is asked for once, of fifty at once', async () => {
    const { patient, clinic, offerId } = await agreedTalk();
    const id = await write(clinic, offerId, 'Guten Tag');
    const at = await found(patient, offerId);
    const all = await Promise.all(
      Array.from({ length: 50 }, () => translateMessage(at, { messageId: id })),
    );
    expect(new Set(all.map(({ translation }) => translation?.text))).toEqual(
      new Set(['en: Guten Tag']),
    );
    expect(sent).toHaveLength(1);
    expect(await stored(id)).toHaveLength(1);
  });
});

describe('nothing is sent', () => {
  it('for own words, a ready-made sentence, files alone, other conversations, and strangers', async () => {
    const { patient, clinic, stranger, offerId } = await agreedTalk();
    const own = await write(patient, offerId, 'Mine');
    const theirs = await write(clinic, offerId, 'Theirs');
    const phrase = newId();
    const fields = { text: '', attachments: [], phrase: 'which-days' as const };
    await writeMessage(await found(clinic, offerId), { offerId, messageId: phrase, fields });
    const elsewhere = await agreedTalk();
    for (const [ctx, at, id] of [
      [patient, offerId, own],
      [patient, offerId, phrase],
      [patient, offerId, newId()],
      [patient, offerId, 'no-id'],
      [elsewhere.patient, elsewhere.offerId, theirs],
    ] as const)
      expect(await code(translate(ctx, at, id))).toBe('not_found');
    expect(await code(translate(stranger, offerId, own))).toBe('not_found');
    expect(sent).toEqual([]);
  });

  it('without a provider or the consent, for either side', async () => {
    const { patient, clinic, offerId } = await newTalk();
    const fromClinic = await write(clinic, offerId, 'Guten Tag');
    const fromPatient = await write(patient, offerId, 'Guten Tag');
    expect(await code(translate(patient, offerId, fromClinic))).toBe('translation_not_agreed');
    expect(await code(translate(clinic, offerId, fromPatient))).toBe('translation_off');
    expect((await read(patient, offerId)).translating).toMatchObject({ state: 'agree' });
    expect((await read(clinic, offerId)).translating).toBeNull();
    await agreeToTranslation(patient);
    expect((await read(clinic, offerId)).translating).toMatchObject({ state: 'ready' });
    const off = { ...patient, services: without };
    expect(await code(translate(off, offerId, fromClinic))).toBe('translation_off');
    expect((await read(off, offerId)).translating).toBeNull();
    expect(() => agreeToTranslation({ ...patient, services: without })).toThrow('translation_off');
    expect(sent).toEqual([]);
  });
});

describe('a translation', () => {
  it('goes with the consent, also one that is being asked for', async () => {
    const { patient, clinic, offerId } = await agreedTalk();
    const [one, other] = [
      await write(clinic, offerId, 'Eins'),
      await write(clinic, offerId, 'Zwei'),
    ];
    await translate(patient, offerId, one);
    says = async (text) => {
      await takeConsentBack(patient, { kind: 'translation' });
      return text;
    };
    expect(await code(translate(patient, offerId, other))).toBe('translation_off');
    expect([...(await stored(one)), ...(await stored(other))]).toEqual([]);
    expect((await read(patient, offerId)).messages[0]!.translation).toBeNull();
  });

  it('goes with what was written about the offer', async () => {
    const { patient, clinic, offerId } = await agreedTalk();
    const id = await write(clinic, offerId, 'Guten Tag');
    await translate(patient, offerId, id);
    await eraseTranslationsOf(kit.ctx(system('test')), [offerId]);
    expect(await stored(id)).toEqual([]);
  });
});

describe('a provider that fails', () => {
  it.each([
    ['unreachable', 'translation_failed'],
    ['quota', 'translation_failed'],
    ['unknown', 'translation_unknown'],
  ] as const)('(%s) is said as %s, and asked again', async (reason, word) => {
    const { patient, clinic, offerId } = await agreedTalk();
    const id = await write(clinic, offerId, 'Guten Tag');
    says = () => Promise.reject(new TranslatorError(reason));
    expect(await code(translate(patient, offerId, id))).toBe(word);
    expect(await stored(id)).toEqual([]);
    says = async () => 'Hello';
    expect((await translate(patient, offerId, id))!.text).toBe('Hello');
  });

  it('stores nothing that is none', async () => {
    const { patient, clinic, offerId } = await agreedTalk();
    const id = await write(clinic, offerId, 'Guten Tag');
    for (const text of [' \u0000 ', 'x'.repeat(16_001)]) {
      says = async () => text;
      expect(await code(translate(patient, offerId, id))).toBe('translation_failed');
    }
    expect(await stored(id)).toEqual([]);
  });
});

describe('what it may cost', () => {
  it('is bounded for one person', async () => {
    await budgets({ perPersonHour: 1 });
    const { patient, clinic, offerId } = await agreedTalk();
    const ids = [await write(clinic, offerId, 'Eins'), await write(clinic, offerId, 'Zwei')];
    await translate(patient, offerId, ids[0]!);
    expect(await code(translate(patient, offerId, ids[1]!))).toBe('too_many_requests');
    // What is there costs nothing.
    expect(await code(translate(patient, offerId, ids[0]!))).toBe('done');
    expect(await stored(ids[1]!)).toEqual([]);
  });

  it('is bounded for a day of all together', async () => {
    const { patient, clinic, offerId } = await agreedTalk();
    const id = await write(clinic, offerId, 'Guten Tag');
    await budgets({ charactersPerDay: 8 });
    expect(await code(translate(patient, offerId, id))).toBe('translation_budget');
    expect(sent).toEqual([]);
    expect(await stored(id)).toEqual([]);
    await budgets({});
    expect(await code(translate(patient, offerId, id))).toBe('done');
  });
});
