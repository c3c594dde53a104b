import type { MetaDescriptor, MetaFunction } from '@remix-run/node';

import { defaultLocale, isLocale, type Locale } from '#platform/base/locale';
import { alternatesOf } from './alternates';
import { textIn } from './server';
import { sharedPictureAt } from './shared-picture';

type Matches = ReadonlyArray<{ id: string; data?: unknown } | undefined>;

/** What the root says of the page: where addresses begin (for sharing), and its language. */
function rootOf(matches: Matches): { origin: string; locale: Locale } {
  const root = matches.find((match) => match?.id === 'root')?.data as
    { origin?: string; locale?: string } | undefined;
  return {
    origin: root?.origin ?? '',
    locale: isLocale(root?.locale) ? root.locale : defaultLocale,
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
