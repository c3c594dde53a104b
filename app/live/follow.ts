/** A hint of the server that something has changed; ids and words only. */
export type LiveMessage = { type: string } & Record<string, string | number | null>;

export type LivePrincipal = 'patient' | 'clinic';

interface Follower {
  readonly onMessage: (message: LiveMessage) => void;
  /** Something may have been said while nobody listened. */
  readonly onMissed: () => void;
  /** The reader may not see any more what the page shows. */
  readonly onShutOut?: () => void;
  /** Listens while the page is hidden, too. */
  readonly whileHidden?: boolean;
  /** The page that listens, where the server has to know. */
  readonly page?: 'dashboard';
}

/** How often a page asks by itself while the stream cannot be had: each page at its own pace. */
const pollMs = () => 20_000 + 20_000 * chance();

/** The server says what a page missed that is no older, in milliseconds. */
const longestAge = 600_000;

/** From 0 to 1, so that pages that heard the same do not all ask in the same moment. */
export const chance = (): number => crypto.getRandomValues(new Uint32Array(1))[0]! / 2 ** 32;

interface Stream {
  readonly followers: Set<Follower>;
  /** Connected or not, as its followers and the page's visibility have it. */
  readonly adapt: () => void;
  readonly close: () => void;
}

/** One stream per person and tab, whatever on the page listens: a server takes only so many of one person. */
const streams = new Map<LivePrincipal, Stream>();

/**
 * Hears what is said to one of the people of this browser until the result is called. A hidden page holds no connection
 * unless its reader asks for that; it hears that it may have missed something when it is seen again.
 */
export function follow(as: LivePrincipal, follower: Follower): () => void {
  const stream = streams.get(as) ?? open(as);
  stream.followers.add(follower);
  stream.adapt();
  return () => {
    stream.followers.delete(follower);
    if (stream.followers.size > 0) return stream.adapt();
    streams.delete(as);
    stream.close();
  };
}

function open(as: LivePrincipal): Stream {
  const followers = new Set<Follower>();
  const connection = connect(as, {
    onMessage: (message) => followers.forEach((follower) => follower.onMessage(message)),
    onMissed: () => followers.forEach((follower) => follower.onMissed()),
    onShutOut: () => followers.forEach((follower) => follower.onShutOut?.()),
  });
  const adapt = () => {
    const rests = document.hidden && ![...followers].some(({ whileHidden }) => whileHidden);
    if (rests) connection.pause();
    else connection.resume([...followers].find(({ page }) => page)?.page);
  };
  document.addEventListener('visibilitychange', adapt);
  const close = () => {
    document.removeEventListener('visibilitychange', adapt);
    connection.pause();
  };
  const stream = { followers, adapt, close };
  streams.set(as, stream);
  return stream;
}

function connect(
  as: LivePrincipal,
  {
    onMessage,
    onMissed,
    onShutOut,
  }: Required<Pick<Follower, 'onMessage' | 'onMissed' | 'onShutOut'>>,
): { pause: () => void; resume: (page: Follower['page']) => void } {
  let source: EventSource | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let interrupted = false;
  let rested = false;
  let shown: Follower['page'];

  const begin = () => {
    const query = new URLSearchParams({ as, ...(shown ? { page: shown } : {}) });
    // What was said since the document was asked for, the page may not have read.
    const age = Math.round(performance.now());
    if (!interrupted && age > longestAge) interrupted = true;
    if (!interrupted) query.set('age', String(age));
    const fresh = new EventSource(`/api/events?${query.toString()}`);
    source = fresh;
    fresh.onmessage = ({ data }) => onMessage(JSON.parse(String(data)) as LiveMessage);
    fresh.onopen = () => {
      if (interrupted) onMissed();
      interrupted = false;
    };
    fresh.addEventListener('shut-out', onShutOut);
    fresh.onerror = () => {
      interrupted = true;
      // A refused stream stays closed; a lost one is connected again by the browser.
      if (fresh.readyState === EventSource.CLOSED && source === fresh)
        retry = setTimeout(askInstead, pollMs());
    };
  };
  const askInstead = () => {
    onMissed();
    begin();
  };
  const pause = () => {
    rested = true;
    clearTimeout(retry);
    source?.close();
    source = null;
  };
  const resume = (page: Follower['page']) => {
    if (source && shown === page) return;
    interrupted = rested || source !== null;
    source?.close();
    clearTimeout(retry);
    shown = page;
    begin();
  };
  return { pause, resume };
}
