import { categories } from '#contracts/consultation';
import { describedTreatments, posts } from '#app/content/articles.server';
import { publicAddresses } from '#modules/clinic-onboarding';
import type { Ctx } from '#platform/context';
import { defaultLocale, locales } from '#platform/base/locale';
import { escapeMarkup } from '#platform/text/markup';
import { addressIn } from '#app/i18n/address';

/** Pages that are there whatever the content is. */
const pages = [
  '/',
  '/how-it-works',
  '/treatments',
  '/find-clinics',
  '/success-stories',
  '/faq',
  '/help',
  '/pricing',
  '/resources',
  '/clinic-benefits',
  '/about',
  '/blog',
  '/careers',
  '/press',
  '/contact',
  '/rules',
  '/transparency',
  '/accessibility',
  '/terms',
  '/privacy',
] as const;

/** A map holds 50,000 addresses at most (sitemaps.org): of clinics, each once per language, and 10,000 of the rest. */
const mostClinics = Math.floor(40_000 / locales.length);

/** Paths of everything that a search engine should know. */
export async function sitePaths(ctx: Ctx): Promise<string[]> {
  const clinics = await publicAddresses(ctx, { most: mostClinics });
  return [
    ...pages,
    ...categories.map((category) => `/treatments/${category}`),
    ...describedTreatments().map(({ category, slug }) => `/treatments/${category}/${slug}`),
    ...posts(defaultLocale).map(({ slug }) => `/blog/${slug}`),
    ...clinics.map((slug) => `/find-clinics/${slug}`),
  ];
}

/** Where a page is in each language, as each of them says it. */
const inOthers = (origin: string, path: string): string =>
  locales
    .map((locale) => {
      const address = escapeMarkup(origin + addressIn(locale, path));
      return `<xhtml:link rel="alternate" hreflang="${locale}" href="${address}"/>`;
    })
    .join('');

/** The map as XML (sitemaps.org). */
export function siteMap(origin: string, paths: readonly string[]): string {
  const urls = paths.flatMap((path) =>
    locales.map((locale) => {
      const address = escapeMarkup(origin + addressIn(locale, path));
      return `<url><loc>${address}</loc>${inOthers(origin, path)}</url>`;
    }),
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...urls,
    '</urlset>',
    '',
  ].join('\n');
}
