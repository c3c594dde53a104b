import { isRouteErrorResponse, type ClientLoaderFunctionArgs } from '@remix-run/react';

/** Answers of the server that mean something: redirects, and refusals that will not go away. */
const isMeant = (thrown: unknown): boolean =>
  thrown instanceof Response || (isRouteErrorResponse(thrown) && thrown.status < 500);

/**
 * A client loader that keeps showing what it has when loading the same address again fails: a live page must
 * not turn into an error page because the network blinked. Each route needs one of its own.
 */
export function keepLast() {
  let last: { address: string; data: unknown } | null = null;
  const load = async ({ request, serverLoader }: ClientLoaderFunctionArgs): Promise<unknown> => {
    const address = request.url;
    try {
      const data = await serverLoader<unknown>();
      last = { address, data };
      return data;
    } catch (thrown) {
      if (isMeant(thrown) || last?.address !== address) throw thrown;
      return last.data;
    }
  };
  // Also for the data that came with the document, so that the first reload has something to fall back on.
  return Object.assign(load, { hydrate: true as const });
}
