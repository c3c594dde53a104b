import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { anonymous } from '#platform/base/actor';
import { createContext } from '#platform/context';
import { isAppError } from '#platform/base/errors';
import { readOutbox } from '#app/auth/read-outbox.server';
import { failureOf } from '#app/http/errors';

/** The outbox for scripts and tests: an array, newest first. */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<Response> {
  const ctx = createContext(context.services, anonymous, { requestId: context.requestId });
  try {
    const messages = await readOutbox(ctx, new URL(request.url));
    return json(
      messages.map(({ channel, to, subject, text, at }) => ({ channel, to, subject, text, at })),
    );
  } catch (error) {
    if (!isAppError(error)) throw error;
    const { status, headers, body } = failureOf(error, context);
    return json(body, { status, headers });
  }
}
