import type { MetaDescriptor, MetaFunction } from '@remix-run/node';
import {
  defaultLocale,
  isKnownLocale,
  type Locale,
  locales,
  perLocale,
  territoryOf,
} from '#platform/base/locale';
import { addressIn, readAddress } from './address';
import { textIn } from './server';
import { sharedPictureAt } from './shared-picture';

type Matches = ReadonlyArray<{ id: string; data?: unknown } | undefined>;

/** What the root says of the page: where addresses begin (for sharing), and its language. */
function rootOf(matches: Matches): { origin: string; locale: Locale } {
  const root = matches.find((match) => match?.id === 'root')?.data as
    { origin?: string; locale?: string } | undefined;
  return {
    origin: root?.origin ?? '',
    locale: isKnownLocale(root?.locale) ? root.locale : defaultLocale,
  };
}

/** The language of a page, for its title. */
export const localeOf = (matches: Matches): Locale => rootOf(matches).locale;

interface Place {
  readonly matches: Matches;
  readonly pathname: string;
}

/** Title, description and picture for sharing of a page. */
export function metaOf(
  said: { title: string; description: string },
  { matches, pathname }: Place,
): MetaDescriptor[] {
  const { origin, locale } = rootOf(matches);
  const text = textIn(locale);
  const title = text('common.page_title', { page: said.title, brand: text('common.brand') });
  const { description } = said;
  return [
    { title },
    { name: 'description', content: description },
    { property: 'og:site_name', content: text('common.brand') },
    { property: 'og:type', content: 'website' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: origin + pathname },
    { property: 'og:image', content: `${origin}/share/${sharedPictureAt(pathname)}.${locale}.png` },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: title },
    { name: 'twitter:card', content: 'summary_large_image' },
    ...alternatesOf({ origin, locale, pathname }),
  ];
}

/** As {@link metaOf}, from the keys `<key>.title` and `<key>.description`. */
export const pageMeta =
  (key: string): MetaFunction =>
  ({ matches, location }) => {
    const text = textIn(localeOf(matches));
    return metaOf(
      { title: text(`${key}.title`), description: text(`${key}.description`) },
      { matches, pathname: location.pathname },
    );
  };

/** As Open Graph spells a language: with a country. */
const openGraph = perLocale((locale) => `${locale}_${territoryOf(locale)}`);

interface PageAddress {
  readonly origin: string;
  readonly locale: Locale;
  readonly pathname: string;
}

/** Of a page that is there once per language: which address is its own, and where the others are. */
function alternatesOf({ origin, locale, pathname }: PageAddress) {
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
