import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { isRouteErrorResponse } from '@remix-run/react';
import { logFailure } from './errors';

/** Remix's default prints the stack of every error, parameters of SQL included; ours goes through the serializer. */
export function handleError(
  error: unknown,
  { request, context }: LoaderFunctionArgs | ActionFunctionArgs,
): void {
  // Remix's own 404 and 405 come as error responses.
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  logFailure(context.log, error);
}
