import { I18nProvider } from '@lingui/react';
import {
  createReadableStreamFromReadable,
  type AppLoadContext,
  type EntryContext,
} from '@remix-run/node';
import { RemixServer } from '@remix-run/react';
import { isbot } from 'isbot';
import { PassThrough } from 'node:stream';
import { renderToPipeableStream } from 'react-dom/server';
import { NonceProvider } from './http/nonce';
import { i18n } from './i18n/setup';

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
  const ready = isbot(request.headers.get('user-agent') ?? '') ? 'onAllReady' : 'onShellReady';
  return new Promise((resolve, reject) => {
    let finalStatus = status;
    const { pipe, abort } = renderToPipeableStream(
      <NonceProvider value={loadContext.nonce}>
        <I18nProvider i18n={i18n}>
          <RemixServer
            context={remixContext}
            url={request.url}
            abortDelay={streamTimeout}
            nonce={loadContext.nonce}
          />
        </I18nProvider>
      </NonceProvider>,
      {
        nonce: loadContext.nonce,
        [ready]() {
          const body = new PassThrough();
          headers.set('Content-Type', 'text/html; charset=utf-8');
          resolve(
            new Response(createReadableStreamFromReadable(body), { status: finalStatus, headers }),
          );
          pipe(body);
        },
        onShellError: reject,
        onError(error: unknown) {
          finalStatus = 500;
          loadContext.log.error({ err: error }, 'http.render-failed');
        },
      },
    );
    setTimeout(abort, streamTimeout + 1_000).unref();
  });
}
