import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { newsOf } from '#app/offline/news';
import type { Reader } from '#contracts/notifications';
import { newId } from '#platform/base/ids';
import { everyLocale, type Locale, perLocale } from '#platform/base/locale';
import { patternOf } from '../../workflows/notifications/browsers';
import { spokenIn } from '../../languages/words.server';
import { pages } from '../../workflows/reactions/index';
import { newsWordsIn, ofNobody } from '../../scripts/lib/news-words';
import { englishIn } from '../kit/english-words';
import { translations } from '../kit/languages';

const file = path.join(import.meta.dirname, '../../app/offline/news.json');

const isReader = (kind: string): kind is Reader => kind === 'patient' || kind === 'clinic';

/** The page of each notification that a browser may be sent, by its reader and its name. */
function newsOfProduct() {
  const shown = pages
    .flatMap(({ notify }) => Object.entries(notify))
    .filter(([, { by }]) => by !== 'mail')
    .flatMap(([name, { to, page }]) =>
      to.kinds.filter(isReader).map((reader) => [`${reader}.${name}`, reader, page] as const),
    )
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  const kinds = Object.fromEntries(
    shown.map(([kind, reader, page]) => [kind, patternOf(page, reader).path]),
  );
  return {
    homes: { patient: '/notifications', clinic: '/clinic/notifications' },
    kinds,
  };
}

const read = () => JSON.parse(readFileSync(file, 'utf8')) as ReturnType<typeof newsOfProduct>;

describe('what the background worker knows of notifications', () => {
  it('is what the pages of events say; NEWS=write writes it', () => {
    const news = newsOfProduct();
    if (process.env.NEWS === 'write') writeFileSync(file, `${JSON.stringify(news, null, 2)}\n`);
    expect(read()).toEqual(news);
  });

  it.each(everyLocale)('is said in %s as under the bell', (locale) => {
    const { title, unknown, named } = newsWordsIn(locale);
    const spoken = spokenIn(locale);
    expect([title, unknown]).toEqual([spoken('common.brand'), spoken('notice.unknown')]);
    for (const kind of Object.keys(read().kinds)) {
      const name = kind.slice(kind.indexOf('.') + 1);
      expect(named[name], kind).toBe(spoken(`notice.${name}`, ofNobody));
    }
  });

  it.each(everyLocale)(
    'names no treatment, no clinic and nobody in %s, and waits for no value',
    (locale) => {
      for (const [name, text] of Object.entries(newsWordsIn(locale).named)) {
        expect(text, name).not.toMatch(/[{}]|unknown|undefined|notice\./);
        expect(text.length, name).toBeGreaterThan(10);
      }
    },
  );

  it.each(translations)('has no English sentence in %s', (locale) => {
    const { unknown, named } = newsWordsIn(locale);
    expect(englishIn([unknown, ...Object.values(named)].join('\n'), locale)).toEqual([]);
  });

  it('leads to a path of ours, about one id at most', () => {
    for (const [kind, to] of Object.entries(read().kinds))
      expect(to, kind).toMatch(/^\/[a-z][a-z-]*(\/([a-z-]+|:id))*(\?(tab=[a-z]+|filter=:id))?$/);
  });
});

describe('a push', () => {
  const id = newId();
  const words = perLocale(newsWordsIn);
  const said = (payload: unknown, locale: Locale = 'en') =>
    newsOf(typeof payload === 'string' ? payload : JSON.stringify(payload), words[locale]);

  it('is shown in the words of the device, and opens the page of its kind', () => {
    const deal = { kind: 'clinic.offers.accepted', id };
    expect(said(deal)).toMatchObject({
      path: `/clinic/deal/${id}`,
      words: 'Your offer on a request was chosen.',
    });
    expect(said(deal, 'tr').words).not.toBe(said(deal).words);
    expect(said({ kind: 'patient.offers.made', id })).toMatchObject({
      path: `/offer/${id}`,
      words: 'A clinic made you an offer on your request.',
    });
  });

  it.each([
    ['nothing', ''],
    ['no object', 'null'],
    ['a kind of another release', { kind: 'patient.future.thing', id }],
    ['a part of every object', { kind: 'constructor', id }],
    ['a page without its id', { kind: 'patient.offers.made' }],
    ['an address in the place of the id', { kind: 'patient.offers.made', id: '//evil.example/' }],
    ['a path in the place of the id', { kind: 'patient.offers.made', id: '../../admin' }],
    ['an address of its own', { kind: 'x', url: 'https://evil.example/' }],
  ])('with %s leads to the list of notifications, whatever it says', (_what, payload) => {
    expect(said(payload).path).toBe('/notifications');
    expect(JSON.stringify(said(payload))).not.toContain('evil');
  });
});
