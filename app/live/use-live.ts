import { useNavigation, useRevalidator } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { chance, follow, type LiveMessage, type LivePrincipal } from './follow';
import { useShown } from './keep-last';

export type { LiveMessage } from './follow';

interface How {
  /** Whose events a page follows; a browser may be several people at once. */
  readonly as?: LivePrincipal;
  /** Loads at some moment within so many milliseconds, for what a crowd is told at once. */
  readonly withinMs?: number;
  /** The page calls somebody who looks elsewhere: it listens while it is hidden, too. */
  readonly whileHidden?: boolean;
  /** The page that listens, where the server has to know. */
  readonly page?: 'dashboard';
}

/** The router's own word: what React has rendered may be behind it. */
const isAtRest = (): boolean => window.__remixRouter.state.navigation.state === 'idle';

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
