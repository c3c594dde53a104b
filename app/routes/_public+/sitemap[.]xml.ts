import { pageLoader } from '#app/http/page.server';
import { siteMap, sitePaths } from '#app/seo/site-map.server';

/** Where search engines find everything that is public. */
export const loader = pageLoader('public', async (ctx) => {
  const body = siteMap(ctx.services.env.PUBLIC_URL, await sitePaths(ctx));
  return new Response(body, {
    headers: {
      'Content-Type': 'application/xml; charset=utf-8',
      'Cache-Control': 'public, max-age=3600',
    },
  });
});
