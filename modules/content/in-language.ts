import type { Locale } from '#platform/locale';
import type { SiteContent, StoredContent } from './contract';

const isWords = (value: object): value is Record<Locale, string> => 'en' in value && 'tr' in value;

function chosen(value: unknown, language: Locale): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => chosen(one, language));
  if (isWords(value)) return value[language] || value.en;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, chosen(one, language)]),
  );
}

/** Everything in one language; what has no words in it is shown in English. */
export const inLanguage = (content: StoredContent, language: Locale): SiteContent =>
  chosen(content, language) as SiteContent;
