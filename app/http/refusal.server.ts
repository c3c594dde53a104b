import type { Locale } from '#platform/base/locale';
import { escapeMarkup } from '#platform/text/markup';
import { failureOf } from './errors';

/** A whole answer for a request that never reached a route. */
interface Refusal {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/** A failure of the server's own layers: the envelope for the API, a page without scripts and styles for people. */
export function refusal(
  thrown: unknown,
  asked: { requestId: string; locale: Locale },
  form: 'json' | 'html',
): Refusal {
  const { status, headers, body } = failureOf(thrown, asked);
  headers.set('Content-Type', form === 'json' ? 'application/json' : 'text/html; charset=utf-8');
  return {
    status,
    headers,
    body: form === 'json' ? JSON.stringify(body) : page(body.message, asked.locale),
  };
}

const page = (message: string, locale: Locale): string => `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeMarkup(message)}</title>
</head>
<body><main><h1>${escapeMarkup(message)}</h1></main></body>
</html>
`;
