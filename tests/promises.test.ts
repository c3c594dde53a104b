import { globSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { categories, categoriesOf, specialties } from '#contracts/consultation';
import { leadDetailDto } from '#contracts/exchange';
import { defaultContent } from '../modules/content/queries.server';
import { abbreviatedNames } from '../modules/identity/accounts.server';
import { signedInPatient } from '../modules/identity/testing';
import { startTestServer, type TestServer } from './kit/http';
import {
  notOfThePatient,
  numberWords,
  ofAnotherName,
  seenBeforeChoice,
  stepPromises,
} from './spec/promises';

const languages = ['en', 'tr'] as const;
type Language = (typeof languages)[number];

interface Said {
  readonly place: string;
  readonly text: string;
}

/** What visitors, patients and clinics read; the console has its own readers. */
const textsIn = (language: Language): Said[] => [
  ...globSync(`languages/${language}/messages/*.json`)
    .filter((file) => !/\/(console[\w-]*|admin-api|docs)\.json$/.test(file))
    .flatMap((file) =>
      Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>).map(
        ([place, text]) => ({ place, text }),
      ),
    ),
  ...globSync(`languages/${language}/content/**/*.md`).map((file) => ({
    place: file.slice(`languages/${language}/content/`.length),
    text: readFileSync(file, 'utf8'),
  })),
];
const texts = { en: textsIn('en'), tr: textsIn('tr') };
const promised = stepPromises(texts.en.map(({ place }) => place));
const textAt = (language: Language, place: string): string =>
  texts[language].find((said) => said.place === place)?.text ?? '';

const counting = {
  en: /\b(one|two|three|four|five|six|seven|eight|nine|ten|\d+)(?: short)? (?:steps|questions)\b/gi,
  // `bir` is the article too.
  tr: /(?<!\p{L})(iki|üç|dört|beş|altı|yedi|sekiz|dokuz|on|\d+)(?: kısa)? (?:adım|soru(?!n))/giu,
};
const countsIn = (language: Language, text: string): string[] =>
  [...text.matchAll(counting[language])].map(([, count]) => count!.toLocaleLowerCase(language));

describe.each(languages)('numbers of steps that texts promise (%s)', (language) => {
  it.each(promised)('$what', ({ count, said }) => {
    const words: string[] = [numberWords[language][count]!, String(count)];
    for (const place of said) {
      const counts = countsIn(language, textAt(language, place));
      expect(counts, place).not.toHaveLength(0);
      expect(words, place).toEqual(expect.arrayContaining(counts));
    }
  });

  it('are promised in no other text', () => {
    const known = new Set(promised.flatMap(({ said }) => said));
    const others = texts[language].filter(
      ({ place, text }) => !known.has(place) && countsIn(language, text).length > 0,
    );
    expect(others.map(({ place }) => place)).toEqual([]);
  });
});

/** A sentence on clinics, a choice and a name. */
const onNames = {
  en: (one: string) =>
    /clinic|choos|choice/i.test(one) &&
    /\byour name\b|\bno name\b|who you are|unnamed|nameless|anonym/i.test(one),
  tr: (one: string) =>
    /klini|seç/i.test(one) &&
    /(?<!tam )(?<!kliniğin )\badınız|(?<!\p{L})ad da |kim olduğ|isimsiz|anonim/iu.test(one) &&
    !/soyadınızın ilk harfi/.test(one),
};

describe('what clinics are shown before the choice', () => {
  it.each(languages)('is called a full name where it is withheld (%s)', (language) => {
    const vague = texts[language]
      .filter(({ place }) => !ofAnotherName.includes(place))
      .flatMap(({ place, text }) =>
        text
          .split(/(?<=[.!?:;])\s|\n|\|/)
          .filter(onNames[language])
          .map((sentence) => `${place}: ${sentence}`),
      )
      .filter((line) => !/adınız olmadan|without your name/.test(line));
    expect(vague).toEqual([]);
  });

  it('has each field of the call in the table', () => {
    expect(Object.keys(leadDetailDto.shape).sort()).toEqual(
      [...Object.keys(seenBeforeChoice), ...notOfThePatient].sort(),
    );
  });

  it.each(languages)('is listed whole in the answer for clinics (%s)', (language) => {
    const answer = textAt(language, 'faq.md').split('### ').at(-1)!;
    for (const [field, words] of Object.entries(seenBeforeChoice))
      expect(answer, field).toMatch(words[language]);
  });
});

describe('what the pages show', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server?.close());

  it('calls a patient by the first name and an initial before the choice, as promised', async () => {
    const { ctx } = await signedInPatient(server.ctx(), { firstName: 'Sarah', lastName: 'Miller' });
    const names = await abbreviatedNames(ctx, { ids: [ctx.actor.id], lock: false });
    expect([...names.values()]).toEqual(['Sarah M.']);
  });

  it('offers on the landing page what a request can be sent for, and nothing else', async () => {
    const html = await (await server.request('/')).text();
    const shown = [...html.matchAll(/href="\/treatments\/([\w-]+)"/g)].map(([, to]) => to);
    expect([...new Set(shown)].sort()).toEqual([...categories].sort());
    for (const { name, picture } of defaultContent.popularTreatments)
      expect(html.includes(`>${name.en}</`), name.en).toBe(isCategory(picture));
  });

  it('tells a clinic which specialties bring requests, all categories among them', () => {
    const asked = specialties.filter((one) => categoriesOf([one]).length > 0);
    expect(new Set(asked.flatMap((one) => categoriesOf([one])))).toEqual(new Set(categories));
    expect(textAt('en', 'clinic.info.specialties_hint')).toContain('{asked}');
    expect(textAt('tr', 'clinic.info.specialties_hint')).toContain('{asked}');
  });
});

const isCategory = (picture: string): boolean =>
  (categories as readonly string[]).includes(picture);
