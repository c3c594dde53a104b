import { languageOf, languages, type Locale } from './index';

/** Words by the digits that they say; the first word of each is the usual one. */
export type NumberWordLists = Readonly<Record<string, string>>;

/** The words of numbers of one language. */
interface MaskingNumbers {
  readonly ones?: NumberWordLists;
  readonly teens?: NumberWordLists;
  readonly tens?: NumberWordLists;
  readonly hundreds?: NumberWordLists;
  readonly insideNumbers?: NumberWordLists;
  readonly repeats?: NumberWordLists;
}
export type MaskingNumberList = keyof MaskingNumbers;

/** The lists of words, in the order of the files. */
export const maskingLists = [
  ...(['joinsTens', 'makesTeens', 'plus', 'fillers', 'leading', 'called', 'afterI'] as const),
  ...(['askToJoin', 'askToJoinAtEnd', 'askToCall', 'askToCallAtEnd'] as const),
  ...(['dots', 'hyphens', 'underscores', 'at', 'atInBrackets', 'atSigns', 'mail'] as const),
  ...(['providers', 'topLevels', 'providerEndings', 'beforeProviders'] as const),
  ...([
    'channelsByName',
    'channelsByNumber',
    'shortChannelsByName',
    'shortChannelsByNumber',
  ] as const),
  ...(['everydayChannels', 'channelPrefixes', 'naming', 'surelyNaming', 'linkers', 'is'] as const),
  ...([
    'mine',
    'the',
    'under',
    'underWholeName',
    'ofTheWriter',
    'speaker',
    'places',
    'from',
    'seek',
  ] as const),
  ...(['inviting', 'common', 'askToWrite', 'afterNames', 'tagged', 'letters', 'capitals'] as const),
  ...(['and', 'or', 'until', 'ordinals', 'of', 'notOnPlates', 'currencies', 'units'] as const),
  ...(['months', 'products', 'papers', 'numero', 'streets', 'teeth'] as const),
  ...(['servicesInNames', 'wordsInNames'] as const),
] as const;
export type MaskingList = (typeof maskingLists)[number];

/**
 * The words by which contact data is found in what people write, of one language, by list; a list that a language needs
 * not is left out. `README.md` in this folder says what each list holds and how its words are written.
 */
type MaskingWords = MaskingNumbers & Readonly<Partial<Record<MaskingList, readonly string[]>>>;

/** A draft may lack the file; of a whole language one that is missing ends the start. A bundler finds the files by the pattern. */
const read = async (locale: Locale): Promise<MaskingWords> => {
  const file = import(`./${locale}/masking.ts`) as Promise<{ default: MaskingWords }>;
  try {
    return (await file).default;
  } catch (error) {
    if (languageOf(locale).draft) return {};
    throw error;
  }
};

/** The words of every language, drafts included: people write what they like, whatever language the page is in. */
export const maskingWords: readonly MaskingWords[] = await Promise.all(
  (Object.keys(languages) as Locale[]).map(read),
);
