import { defaultLocale, type Locale, locales } from '#platform/base/locale';
import { isComputed, type SiteContent, siteContentSchema, type StoredContent } from './contract';

/** A part of the site's content: a key of `StoredContent`. */
export type PartKey = keyof StoredContent;

export const partKeys = Object.keys(siteContentSchema.shape).sort() as PartKey[];

export const isPartKey = (key: string): key is PartKey =>
  (partKeys as readonly string[]).includes(key);

/** A value in the form of its part; null when it does not fit. */
export const readPart = (key: PartKey, value: unknown): unknown =>
  siteContentSchema.shape[key].safeParse(value).data ?? null;

interface Claim {
  readonly confirmed: boolean;
}

/** The claims of a part; none where a part claims nothing. */
export const claimsOf = (value: unknown): Claim[] =>
  Array.isArray(value) ? value.filter(isClaim) : [];

const isClaim = (entry: unknown): entry is Claim =>
  typeof (entry as Partial<Claim> | null)?.confirmed === 'boolean';

const words = ({ confirmed: _confirmed, ...claim }: Claim): string => JSON.stringify(claim);

/** A claim counts as vouched for when somebody vouched for these very words, whatever the value itself says; what is counted needs nobody. */
export function keepConfirmations(value: unknown, vouched: unknown): unknown {
  if (!Array.isArray(value) || !value.every(isClaim)) return value;
  const known = new Set(
    claimsOf(vouched)
      .filter(({ confirmed }) => confirmed)
      .map(words),
  );
  return value.map((claim) => ({
    ...claim,
    confirmed: isComputed(claim) || known.has(words(claim)),
  }));
}

const isWords = (value: object): value is Record<Locale, string> =>
  locales.every((locale) => locale in value);

function chosen(value: unknown, language: Locale): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => chosen(one, language));
  if (isWords(value)) return value[language] || value[defaultLocale];
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, chosen(one, language)]),
  );
}

/** Everything in one language; what has no words in it is shown in English. */
export const inLanguage = (content: StoredContent, language: Locale): SiteContent =>
  chosen(content, language) as SiteContent;
