import { useRevalidator } from '@remix-run/react';
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

/**
 * Loads the page's data again when the server says that something it shows has changed. Without a stream the
 * page asks about every 30 s instead. A hidden page holds no connection and catches up when it is seen again.
 */
export function useLive(
  shows: (message: LiveMessage) => boolean,
  { as = 'patient', withinMs = 0, whileHidden = false, page }: How = {},
): void {
  useShown();
  const { revalidate } = useRevalidator();
  const latest = useRef({ shows, revalidate });
  useEffect(() => {
    latest.current = { shows, revalidate };
  });
  useEffect(() => {
    let soon: ReturnType<typeof setTimeout> | undefined;
    const load = () => {
      clearTimeout(soon);
      soon = undefined;
      latest.current.revalidate();
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
