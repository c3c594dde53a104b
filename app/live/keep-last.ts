import { isRouteErrorResponse, useMatches, type ClientLoaderFunctionArgs } from '@remix-run/react';
import { useEffect } from 'react';

/** What the page that is open was loaded with, and the address that it was loaded from. */
let shown: { address: string; data: unknown } | null = null;

const addressOf = ({ pathname, search }: URL | Location): string => pathname + search;

/** Remembers what the page shows, also what came with the document; see {@link keepLast}. */
export function useShown(): void {
  const data = useMatches().at(-1)?.data;
  useEffect(() => {
    shown = { address: addressOf(window.location), data };
    return () => {
      shown = null;
    };
  }, [data]);
}

/** Answers of the server that mean something: redirects, and refusals that will not go away. */
const isMeant = (thrown: unknown): boolean =>
  thrown instanceof Response || (isRouteErrorResponse(thrown) && thrown.status < 500);

/**
 * The client loader of a live page (`useLive`): it keeps showing what it has when loading the same address again fails,
 * as the page must not turn into an error page because the network blinked. It never runs while a page hydrates: Remix
 * answers what is loaded meanwhile, after an action as well, with nothing.
 */
export async function keepLast({
  request,
  serverLoader,
}: ClientLoaderFunctionArgs): Promise<unknown> {
  try {
    return await serverLoader<unknown>();
  } catch (thrown) {
    if (isMeant(thrown) || shown?.address !== addressOf(new URL(request.url))) throw thrown;
    return shown.data;
  }
}
