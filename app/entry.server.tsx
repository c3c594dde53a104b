import { I18nProvider } from '@lingui/react';
import {
  createReadableStreamFromReadable,
  type AppLoadContext,
  type EntryContext,
} from '@remix-run/node';
import { RemixServer } from '@remix-run/react';
import { isbot } from 'isbot';
import { text as readText } from 'node:stream/consumers';
import { renderToPipeableStream } from 'react-dom/server';
import { headersOf, keptPage, mayBeKept, type KeptPage } from './http/edge/kept-page';
import { scriptsIn } from './http/edge/built-assets';
import { NonceProvider } from './http/nonce';
import { PageBody } from './http/page-body';
import { type Digits, isKnownLocale, type Locale } from '#platform/base/locale';
import { i18nIn } from './i18n/setup';

export { handleError } from './http/handle-error.server';

/** A page that has not rendered by then is cut off (security 66). */
export const streamTimeout = 10_000;

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  loadContext: AppLoadContext,
): Promise<Response> {
  if (status === 405) headers.set('Allow', 'GET, HEAD');
  const keep = status === 200 && mayBeKept(remixContext, headers) ? loadContext.keep : undefined;
  const { nonce } = loadContext;
  const { locale, digits } = writingOf(remixContext, loadContext);
  const whole = keep ?? isbot(request.headers.get('user-agent') ?? '');
  return new Promise((resolve, reject) => {
    let finalStatus = status;
    const answer = async (body: PageBody): Promise<Response> => {
      headers.set('Content-Type', 'text/html; charset=utf-8');
      if (keep) {
        const page = keptPage(await readText(body), nonce, loadContext.styleAt);
        return answerKept(page, { status: finalStatus, headers, keep });
      }
      const stream = createReadableStreamFromReadable(body);
      return new Response(stream, { status: finalStatus, headers });
    };
    const { pipe, abort } = renderToPipeableStream(
      <NonceProvider value={nonce}>
        <I18nProvider i18n={i18nIn(locale, digits)}>
          <RemixServer
            context={{ ...remixContext, manifest: scriptsIn(remixContext.manifest, locale) }}
            url={request.url}
            abortDelay={streamTimeout}
            nonce={nonce}
          />
        </I18nProvider>
      </NonceProvider>,
      {
        nonce,
        [whole ? 'onAllReady' : 'onShellReady']() {
          const body = new PageBody();
          body.once('close', () => clearTimeout(late));
          answer(body).then(resolve, reject);
          pipe(body);
        },
        onShellError(error: unknown) {
          clearTimeout(late);
          reject(error as Error);
        },
        onError(error: unknown) {
          finalStatus = 500;
          loadContext.log.error({ err: error }, 'http.render-failed');
        },
      },
    );
    const late = setTimeout(abort, streamTimeout + 1_000).unref();
  });
}

/** What the root gave the browser; a page whose frame could not be had is in the language of its request. */
function writingOf(
  { staticHandlerContext }: EntryContext,
  load: AppLoadContext,
): { locale: Locale; digits: Digits } {
  const root = staticHandlerContext.loaderData.root as
    { locale?: unknown; digits?: unknown } | null | undefined;
  return {
    locale: isKnownLocale(root?.locale) ? root.locale : load.locale,
    digits: root?.digits === 'own' ? 'own' : 'latin',
  };
}

interface Answer {
  status: number;
  headers: Headers;
  keep: NonNullable<AppLoadContext['keep']>;
}

/** A page that could not be made whole is nobody else's; it has no nonce all the same. */
function answerKept(page: KeptPage, { status, headers, keep }: Answer): Response {
  if (status === 200) keep(page);
  const own = status === 200 ? headersOf(page) : { 'Content-Security-Policy': page.policy };
  for (const [name, value] of Object.entries(own)) headers.set(name, value);
  return new Response(new Uint8Array(page.html), { status, headers });
}
