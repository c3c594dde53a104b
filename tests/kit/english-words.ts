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

let english: readonly string[] | undefined;

/** Sentences of three words and more that only the English texts have. */
export function englishSentences(): readonly string[] {
  if (english) return english;
  const turkish = Object.values(textsOf('tr')).map(squeezed).join('\n');
  const all = new Set(Object.values(textsOf('en')).flatMap(sentencesOf).filter(isSentence));
  english = [...all].filter((sentence) => !turkish.includes(sentence));
  return english;
}

/** English sentences of ours that somebody reads in a text. */
export function englishIn(text: string): string[] {
  const read = squeezed(text);
  return englishSentences().filter((sentence) => read.includes(sentence));
}
