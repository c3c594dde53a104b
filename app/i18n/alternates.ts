import { defaultLocale, locales, type Locale } from '#platform/base/locale';
import { addressIn, readAddress } from './address';

/** As Open Graph spells a language: with a country. */
const openGraph: Record<Locale, string> = { en: 'en_US', tr: 'tr_TR' };

interface Place {
  readonly origin: string;
  readonly locale: Locale;
  readonly pathname: string;
}

/** Of a page that is there once per language: which address is its own, and where the others are. */
export function alternatesOf({ origin, locale, pathname }: Place) {
  if (readAddress(pathname).locale === null) return [];
  const at = (other: Locale) => origin + addressIn(other, pathname);
  const link = (hrefLang: string, href: string) => ({
    tagName: 'link' as const,
    rel: 'alternate',
    hrefLang,
    href,
  });
  return [
    { tagName: 'link' as const, rel: 'canonical', href: at(locale) },
    ...locales.map((other) => link(other, at(other))),
    link('x-default', at(defaultLocale)),
    { property: 'og:locale', content: openGraph[locale] },
    ...locales
      .filter((other) => other !== locale)
      .map((other) => ({ property: 'og:locale:alternate', content: openGraph[other] })),
  ];
}
