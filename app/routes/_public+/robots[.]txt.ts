import { pageLoader } from '#app/http/page.server';

/** Addresses below which there is nothing for a search engine: what belongs to one person, and machines' own. */
const closed = [
  '/admin',
  '/api/',
  '/clinic/',
  '/consultation',
  '/conversation/',
  '/deal/',
  '/dev/',
  '/logout',
  '/my-offers',
  '/notifications',
  '/offers/',
  '/profile',
  '/request-detail/',
  '/saved-filter/',
  '/unsubscribe/',
];

/** What robots may read, and where the map lies. */
export const loader = pageLoader('public', async (ctx) => {
  const lines = [
    'User-agent: *',
    ...closed.map((path) => `Disallow: ${path}`),
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
