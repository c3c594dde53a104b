import type { LoaderFunctionArgs } from '@remix-run/node';
import { anonymous } from '#platform/base/actor';
import { createContext } from '#platform/context';
import { isAppError } from '#platform/base/errors';
import { readOutboxHtml } from '#app/auth/read-outbox.server';
import { refusal } from '#app/http/refusal.server';

/** As an e-mail program has it: its own styles, and nothing that runs, loads or counts as our page. */
const policy =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/** One e-mail of the outbox as its reader sees it: `/dev/outbox/<id>.html`. */
export async function loader({ params, context }: LoaderFunctionArgs): Promise<Response> {
  const ctx = createContext(context.services, anonymous, { requestId: context.requestId });
  try {
    const html = await readOutboxHtml(ctx, params.file ?? '');
    const headers = {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy,
    };
    return new Response(html, { headers });
  } catch (error) {
    if (!isAppError(error)) throw error;
    const { status, headers, body } = refusal(error, context, 'html');
    return new Response(body, { status, headers });
  }
}
