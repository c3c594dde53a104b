import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { isAppError } from '#platform/errors';

/** Remix's default prints the stack of every error, parameters of SQL included; ours goes through the serializer. */
export function handleError(
  error: unknown,
  { request, context }: LoaderFunctionArgs | ActionFunctionArgs,
): void {
  if (request.signal.aborted || isAppError(error)) return;
  context.log.error({ err: error }, 'http.unexpected-error');
}
