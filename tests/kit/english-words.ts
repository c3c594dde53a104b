import { compileMessage, type CompiledMessage } from '@lingui/message-utils/compileMessage';
import { globSync, readFileSync } from 'node:fs';

type Texts = Readonly<Record<string, string>>;

/** All texts of a language; without the console's, which staff read. */
export const textsOf = (locale: string): Texts =>
  Object.assign(
    {},
    ...globSync(`languages/${locale}/messages/*.json`)
      .filter((file) => !/\/console[\w-]*\.json$/.test(file))
      .map((file) => JSON.parse(readFileSync(file, 'utf8')) as Texts),
  ) as Texts;

/** What stands in a text by itself, whatever its values are. */
function literalsIn(message: CompiledMessage): string[] {
  if (typeof message === 'string') return [message];
  return message.flatMap((token) => {
    if (typeof token === 'string') return [token];
    const [, , choices] = token;
    if (typeof choices !== 'object' || choices === null) return [];
    return Object.values(choices as Record<string, CompiledMessage>).flatMap((choice) =>
      typeof choice === 'string' || Array.isArray(choice) ? literalsIn(choice) : [],
    );
  });
}

const squeezed = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** The sentences of a text, as far as no value and no mark-up interrupts them. */
const sentencesOf = (text: string): string[] =>
  literalsIn(compileMessage(text))
    .flatMap((literal) => literal.split(/<[^>]*>|\n|(?<=[.!?:;])\s/))
    .map(squeezed);

const isSentence = (words: string): boolean => (words.match(/\p{L}{2,}/gu) ?? []).length >= 3;

const known = new Map<string, readonly string[]>();

/** Sentences of three words and more that the English texts have and those of another language have not. */
export function englishSentences(locale = 'tr'): readonly string[] {
  const found = known.get(locale);
  if (found) return found;
  const others = Object.values(textsOf(locale)).map(squeezed).join('\n');
  const all = new Set(Object.values(textsOf('en')).flatMap(sentencesOf).filter(isSentence));
  const english = [...all].filter((sentence) => !others.includes(sentence));
  known.set(locale, english);
  return english;
}

/** English sentences of ours in a text that is read in another language. */
export function englishIn(text: string, locale = 'tr'): string[] {
  const read = squeezed(text);
  return englishSentences(locale).filter((sentence) => read.includes(sentence));
}
