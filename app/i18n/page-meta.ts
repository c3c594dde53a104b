import type { MetaFunction } from '@remix-run/node';
import { text } from './server';

/** Addresses of pages and pictures for sharing need an origin; the root loader tells it. */
const originOf = (matches: ReadonlyArray<{ id: string; data?: unknown } | undefined>): string => {
  const root = matches.find((match) => match?.id === 'root')?.data as
    { origin?: string } | undefined;
  return root?.origin ?? '';
};

/** Title, description and picture for sharing of a page, from the keys `<key>.title` and `<key>.description`. */
export const pageMeta =
  (key: string): MetaFunction =>
  ({ matches, location }) => {
    const origin = originOf(matches);
    const title = text('common.page_title', {
      page: text(`${key}.title`),
      brand: text('common.brand'),
    });
    const description = text(`${key}.description`);
    return [
      { title },
      { name: 'description', content: description },
      { property: 'og:site_name', content: text('common.brand') },
      { property: 'og:type', content: 'website' },
      { property: 'og:title', content: title },
      { property: 'og:description', content: description },
      { property: 'og:url', content: origin + location.pathname },
      { property: 'og:image', content: `${origin}/og.png` },
      { property: 'og:image:width', content: '1200' },
      { property: 'og:image:height', content: '630' },
      { property: 'og:image:alt', content: text('landing.hero.title') },
      { name: 'twitter:card', content: 'summary_large_image' },
    ];
  };
