import { useRevalidator } from '@remix-run/react';
import { useEffect, useRef } from 'react';

/** A hint of the server that something has changed; ids and words only. */
export type LiveMessage = { type: string } & Record<string, string | number | null>;

/** How often the page asks by itself while the stream cannot be had: each page at its own pace. */
const pollMs = () => 20_000 + 20_000 * chance();

/** From 0 to 1, so that pages that were told the same do not all ask in the same moment. */
const chance = (): number => crypto.getRandomValues(new Uint32Array(1))[0]! / 2 ** 32;

interface How {
  /** Whose events a page follows; a browser may be several people at once. */
  readonly as?: 'patient' | 'clinic';
  /** Loads at some moment within so many milliseconds, for what a crowd is told at once. */
  readonly withinMs?: number;
  /** The page calls somebody who looks elsewhere: it listens while it is hidden, too. */
  readonly whileHidden?: boolean;
}

/**
 * Loads the page's data again when the server says that something it shows has changed. Without a stream the
 * page asks about every 30 s instead. A hidden page holds no connection and catches up when it is seen again.
 */
export function useLive(
  shows: (message: LiveMessage) => boolean,
  { as = 'patient', withinMs = 0, whileHidden = false }: How = {},
): void {
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
    const live = follow(as, whileHidden, {
      onMessage: (message) => {
        if (!latest.current.shows(message)) return;
        if (withinMs === 0) load();
        else soon ??= setTimeout(load, withinMs * chance());
      },
      onMissed: load,
    });
    const onVisibility = () => (document.hidden && !whileHidden ? live.pause() : live.resume());
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      document.removeEventListener('visibilitychange', onVisibility);
      clearTimeout(soon);
      live.pause();
    };
  }, [as, withinMs, whileHidden]);
}

interface Follower {
  readonly onMessage: (message: LiveMessage) => void;
  /** Something may have been said while nobody listened. */
  readonly onMissed: () => void;
}

function follow(
  as: NonNullable<How['as']>,
  whileHidden: boolean,
  { onMessage, onMissed }: Follower,
): { pause: () => void; resume: () => void } {
  let source: EventSource | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let interrupted = false;

  const connect = () => {
    const fresh = new EventSource(`/api/events?as=${as}`);
    source = fresh;
    fresh.onmessage = ({ data }) => onMessage(JSON.parse(String(data)) as LiveMessage);
    fresh.onopen = () => {
      if (interrupted) onMissed();
      interrupted = false;
    };
    fresh.onerror = () => {
      interrupted = true;
      // A refused stream stays closed; a lost one is connected again by the browser.
      if (fresh.readyState === EventSource.CLOSED && source === fresh)
        retry = setTimeout(askInstead, pollMs());
    };
  };
  const askInstead = () => {
    onMissed();
    connect();
  };
  const pause = () => {
    clearTimeout(retry);
    source?.close();
    source = null;
  };
  const resume = () => {
    if (source) return;
    interrupted = true;
    connect();
  };
  if (whileHidden || !document.hidden) connect();
  return { pause, resume };
}
