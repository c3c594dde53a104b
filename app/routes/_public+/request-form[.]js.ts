import { createHash } from 'node:crypto';
import { requestFormScript } from '#app/embed/script.server';
import { pageLoader } from '#app/http/page.server';

let script: { readonly body: string; readonly tag: string } | null = null;

/** The form of clinics' own sites: the one file that pages of other origins may load. */
export const loader = pageLoader('public', async ({ services }, { request }) => {
  script ??= made(services.env.PUBLIC_URL);
  const headers = {
    'Content-Type': 'text/javascript; charset=utf-8',
    'Cache-Control': 'public, max-age=3600',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    ETag: script.tag,
  };
  const isKnown = request.headers.get('If-None-Match') === script.tag;
  return new Response(isKnown ? null : script.body, { status: isKnown ? 304 : 200, headers });
});

function made(origin: string) {
  const body = requestFormScript(origin);
  return { body, tag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` };
}
