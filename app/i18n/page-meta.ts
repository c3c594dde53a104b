import type { MetaDescriptor, MetaFunction } from '@remix-run/node';
import { text } from './server';

/** Addresses of pages and pictures for sharing need an origin; the root loader tells it. */
const originOf = (matches: ReadonlyArray<{ id: string; data?: unknown } | undefined>): string => {
  const root = matches.find((match) => match?.id === 'root')?.data as
    { origin?: string } | undefined;
  return root?.origin ?? '';
};

interface Place {
  readonly matches: Parameters<typeof originOf>[0];
  readonly pathname: string;
}

/** Title, description and picture for sharing of a page. */
export function metaOf(
  said: { title: string; description: string },
  { matches, pathname }: Place,
): MetaDescriptor[] {
  const origin = originOf(matches);
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
    { property: 'og:image', content: `${origin}/og.png` },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: text('landing.hero.title') },
    { name: 'twitter:card', content: 'summary_large_image' },
  ];
}

/** As {@link metaOf}, from the keys `<key>.title` and `<key>.description`. */
export const pageMeta =
  (key: string): MetaFunction =>
  ({ matches, location }) =>
    metaOf(
      { title: text(`${key}.title`), description: text(`${key}.description`) },
      { matches, pathname: location.pathname },
    );
