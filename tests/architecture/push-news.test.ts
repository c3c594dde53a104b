import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { newsOf } from '#app/offline/news';
import type { Reader } from '#contracts/notifications';
import { newId } from '#platform/base/ids';
import { locales, type OfferedLocale } from '#platform/base/locale';
import { patternOf } from '../../workflows/notifications/browsers';
import { spokenIn } from '../../languages/words.server';
import { pages } from '../../workflows/reactions/index';

const file = path.join(import.meta.dirname, '../../app/offline/news.json');

/** Of no one: no treatment, no clinic, no reason and no place. */
const ofNobody = {
  treatment: 'unknown',
  clinic: 'unknown',
  reason: 'none',
  place: '0',
  among: '0',
};
const inEach = (key: string) =>
  Object.fromEntries(locales.map((locale) => [locale, spokenIn(locale)(key, ofNobody)]));

const isReader = (kind: string): kind is Reader => kind === 'patient' || kind === 'clinic';

/** Words and page of each notification that a browser may be sent, by its reader and its name. */
function newsOfProduct() {
  const shown = pages
    .flatMap(({ notify }) => Object.entries(notify))
    .filter(([, { by }]) => by !== 'mail')
    .flatMap(([name, { to, page }]) =>
      to.kinds.filter(isReader).map((reader) => [`${reader}.${name}`, name, reader, page] as const),
    )
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  const kinds = Object.fromEntries(
    shown.map(([kind, name, reader, page]) => [
      kind,
      { path: patternOf(page, reader).path, words: inEach(`notice.${name}`) },
    ]),
  );
  return {
    title: inEach('common.brand'),
    unknown: inEach('notice.unknown'),
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

  it('names no treatment, no clinic and nobody, and holds no words that wait for a value', () => {
    for (const [kind, { words }] of Object.entries(read().kinds))
      for (const text of Object.values(words)) {
        expect(text, kind).not.toMatch(/[{}]|unknown|undefined|notice\./);
        expect(text.length, kind).toBeGreaterThan(10);
      }
  });

  it('leads to a path of ours, about one id at most', () => {
    for (const [kind, { path: to }] of Object.entries(read().kinds))
      expect(to, kind).toMatch(/^\/[a-z][a-z-]*(\/([a-z-]+|:id))*(\?(tab=[a-z]+|filter=:id))?$/);
  });
});

describe('a push', () => {
  const id = newId();
  const said = (payload: unknown, locale: OfferedLocale = 'en') =>
    newsOf(typeof payload === 'string' ? payload : JSON.stringify(payload), locale);

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
