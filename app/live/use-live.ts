import {
  type ClientLoaderFunctionArgs,
  isRouteErrorResponse,
  useMatches,
  useNavigation,
  useRevalidator,
} from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { chance, follow, type LiveMessage, type LivePrincipal } from './follow';

export type { LiveMessage } from './follow';

interface How {
  /** Whose events a page follows; a browser may be several people at once. */
  readonly as?: LivePrincipal;
  /** Loads at some moment within so many milliseconds, for what a crowd hears at once. */
  readonly withinMs?: number;
  /** The page calls somebody who looks elsewhere: it listens while it is hidden, too. */
  readonly whileHidden?: boolean;
  /** The page that listens, where the server has to know. */
  readonly page?: 'dashboard';
}

/** The router's own word: what React has rendered may be behind it. */
/** Whether the page goes nowhere; what it goes to will be loaded anyway. */
export const isAtRest = (): boolean => window.__remixRouter.state.navigation.state === 'idle';

/**
 * Loads the page's data again when the server says that something it shows has changed. Without a stream the
 * page asks about every 30 s instead. A hidden page holds no connection and catches up when it is seen again. While the page
 * goes somewhere it waits: a load in between would make the router (6.30) forget that a form keeps its reader's place.
 */
export function useLive(
  shows: (message: LiveMessage) => boolean,
  { as = 'patient', withinMs = 0, whileHidden = false, page }: How = {},
): void {
  useShown();
  const { revalidate } = useRevalidator();
  // Renders when a navigation ends.
  useNavigation();
  const latest = useRef({ shows, revalidate });
  const isOwed = useRef(false);
  useEffect(() => {
    latest.current = { shows, revalidate };
    if (!isOwed.current || !isAtRest()) return;
    isOwed.current = false;
    revalidate();
  });
  useEffect(() => {
    let soon: ReturnType<typeof setTimeout> | undefined;
    const load = () => {
      clearTimeout(soon);
      soon = undefined;
      if (isAtRest()) latest.current.revalidate();
      else isOwed.current = true;
    };
    const leave = follow(as, {
      whileHidden,
      page,
      onMessage: (message) => {
        if (!latest.current.shows(message)) return;
        if (withinMs === 0) load();
        else soon ??= setTimeout(load, withinMs * chance());
      },
      onMissed: load,
    });
    return () => {
      clearTimeout(soon);
      leave();
    };
  }, [as, withinMs, whileHidden, page]);
}

/** What the page that is open was loaded with, and the address that it was loaded from. */
let shown: { address: string; data: unknown } | null = null;

const addressOf = ({ pathname, search }: URL | Location): string => pathname + search;

/** Remembers what the page shows, also what came with the document; see {@link keepLast}. */
function useShown(): void {
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
