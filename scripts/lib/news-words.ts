import type { NewsWords } from '../../app/offline/news';
import news from '../../app/offline/news.json' with { type: 'json' };
import type { Locale } from '#platform/base/locale';
import { textOf } from './texts-of-folders';

/** Of no one: no treatment, no clinic, no reason and no place. */
export const ofNobody = {
  treatment: 'unknown',
  clinic: 'unknown',
  reason: 'none',
  place: '0',
  among: '0',
};

/** Without the side that reads it, which begins the kind. */
const names = new Set(Object.keys(news.kinds).map((kind) => kind.slice(kind.indexOf('.') + 1)));

/** What browsers show of news in a language: each in-app text as it reads when it is about no one. */
export function newsWordsIn(locale: Locale): NewsWords {
  const text = textOf(locale, ['common', 'notices']);
  return {
    title: text('common.brand'),
    unknown: text('notice.unknown'),
    named: Object.fromEntries([...names].map((name) => [name, text(`notice.${name}`, ofNobody)])),
  };
}
