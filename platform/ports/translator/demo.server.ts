import { spokenIn, spokenKeys } from '#languages/words.server.ts';
import { everyLocale, type Locale } from '../../base/locale';
import { type Translated, type Translator, TranslatorError } from '../translator';

interface Known {
  /** Of the sentence among the words of each language. */
  readonly key: string;
  readonly locale: Locale;
}

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();

const sentenceEnd = /(?<=[.!?؟])\s+/;

/** What ready-made sentences and those of the demo's own stories say, by their words in each language. */
function listed(): ReadonlyMap<string, Known> {
  const keys = [...spokenKeys('phrases.say.'), ...spokenKeys('phrases.demo.')];
  return new Map(
    everyLocale
      // The first language last: what a draft says in its place is its own.
      .toReversed()
      .flatMap((locale) => keys.map((key) => [plain(spokenIn(locale)(key)), { key, locale }])),
  );
}

/** The sentences that make up a text, the longest first; null where one of them is not in the list. */
function sentencesOf(text: string, list: ReadonlyMap<string, Known>): Known[] | null {
  const parts = plain(text).split(sentenceEnd);
  const found: Known[] = [];
  for (let from = 0; from < parts.length;) {
    let to = parts.length;
    while (to > from && !list.has(parts.slice(from, to).join(' '))) to -= 1;
    if (to === from) return null;
    found.push(list.get(parts.slice(from, to).join(' '))!);
    from = to;
  }
  return found;
}

/** No translation at all: a list of sentences in each language, for a demo, which sends nothing anywhere. */
export function demoTranslator(): Translator {
  let list: ReadonlyMap<string, Known> | undefined;
  return {
    name: 'demo',
    async translate(text, to): Promise<Translated> {
      const found = sentencesOf(text, (list ??= listed()));
      if (!found) throw new TranslatorError('unknown');
      const words = found.map(({ key }) => spokenIn(to)(key));
      return { text: words.join(' '), from: found[0]!.locale };
    },
  };
}
