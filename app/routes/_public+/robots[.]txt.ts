import { pageLoader } from '#app/http/page.server';
import { addressIn } from '#app/i18n/address';
import { locales } from '#platform/base/locale';

/** Addresses below which there is nothing for a search engine: what belongs to one person, and machines' own. */
const closed = [
  '/admin',
  '/api/',
  '/clinic/',
  '/consultation',
  '/conversation/',
  '/deal/',
  '/dev/',
  '/language',
  '/logout',
  '/messages',
  '/my-offers',
  '/notifications',
  '/offers/',
  '/profile',
  '/request-detail/',
  '/clinic-join',
  '/saved-filter/',
  '/search',
  '/shared',
  '/unsubscribe/',
];

/** What robots may read, and where the map lies. */
export const loader = pageLoader('public', async (ctx) => {
  const lines = [
    'User-agent: *',
    ...locales
      .flatMap((locale) => closed.map((path) => addressIn(locale, path)))
      .filter((path, index, all) => all.indexOf(path) === index)
      .map((path) => `Disallow: ${path}`),
    // Pictures of clinics are part of their pages.
    'Allow: /api/clinic-pictures/',
    '',
    `Sitemap: ${ctx.services.env.PUBLIC_URL}/sitemap.xml`,
    '',
  ];
  return new Response(lines.join('\n'), {
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'public, max-age=3600',
    },
  });
});
