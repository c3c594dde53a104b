import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { isRouteErrorResponse } from '@remix-run/react';
import { isAppError } from '#platform/errors';

/** Remix's default prints the stack of every error, parameters of SQL included; ours goes through the serializer. */
export function handleError(
  error: unknown,
  { request, context }: LoaderFunctionArgs | ActionFunctionArgs,
): void {
  // Remix's own 404 and 405 come as error responses.
  if (request.signal.aborted || isAppError(error) || isRouteErrorResponse(error)) return;
  context.log.error({ err: error }, 'http.unexpected-error');
}
