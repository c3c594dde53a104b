import type { SiteContent, StoredContent } from './contract';

export type Language = 'en' | 'tr';

const isWords = (value: object): value is Record<Language, string> =>
  'en' in value && 'tr' in value;

function chosen(value: unknown, language: Language): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => chosen(one, language));
  if (isWords(value)) return value[language] || value.en;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, chosen(one, language)]),
  );
}

/** Everything in one language; what has no words in it is shown in English. */
export const inLanguage = (content: StoredContent, language: Language): SiteContent =>
  chosen(content, language) as SiteContent;
