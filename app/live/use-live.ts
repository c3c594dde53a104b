import { useRevalidator } from '@remix-run/react';
import { useEffect, useRef } from 'react';

/** A hint of the server that something has changed; ids and words only. */
export type LiveMessage = { type: string } & Record<string, string | number | null>;

/** How often the page asks by itself while the stream cannot be had. */
const pollMs = 30_000;

/** Whose events a page follows; a browser may be several people at once. */
type Listener = 'patient' | 'clinic';

/**
 * Loads the page's data again when the server says that something it shows has changed. Without a stream the
 * page asks every 30 s instead. A hidden page holds no connection and catches up when it is seen again.
 */
export function useLive(shows: (message: LiveMessage) => boolean, as: Listener = 'patient'): void {
  const { revalidate } = useRevalidator();
  const latest = useRef({ shows, revalidate });
  useEffect(() => {
    latest.current = { shows, revalidate };
  });
  useEffect(() => {
    const live = follow(as, {
      onMessage: (message) => {
        if (latest.current.shows(message)) latest.current.revalidate();
      },
      onMissed: () => latest.current.revalidate(),
    });
    const onVisibility = () => (document.hidden ? live.pause() : live.resume());
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      document.removeEventListener('visibilitychange', onVisibility);
      live.pause();
    };
  }, [as]);
}

interface Follower {
  readonly onMessage: (message: LiveMessage) => void;
  /** Something may have been said while nobody listened. */
  readonly onMissed: () => void;
}

function follow(
  as: Listener,
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
        retry = setTimeout(askInstead, pollMs);
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
  if (!document.hidden) connect();
  return { pause, resume };
}
