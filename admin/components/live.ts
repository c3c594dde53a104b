import { useEffect, useRef } from 'react';
import { useRefresh } from 'react-admin';

/** A hint of the server that something has changed: a word and ids. */
interface LiveMessage {
  readonly type: string;
  readonly queue?: string;
  /** Of a case: which, and what of it: `claim`, `notes`, `viewers`. */
  readonly kind?: string;
  readonly caseId?: string;
  readonly what?: string;
}

/** How long a refused stream is left alone before it is asked for again: each console its own time. */
const againMs = (): number =>
  20_000 + (20_000 * crypto.getRandomValues(new Uint32Array(1))[0]!) / 2 ** 32;

type Listener = (message: LiveMessage | null) => void;

/** All of a console's screens hear one stream: a browser has few connections, and the server counts them. */
const listeners = new Set<Listener>();
let disconnect: (() => void) | null = null;

function openStream(): () => void {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let interrupted = false;
  const emit = (message: LiveMessage | null) => {
    for (const listener of listeners) listener(message);
  };
  const connect = () => {
    const fresh = new EventSource('/api/events?as=staff');
    source = fresh;
    fresh.onmessage = ({ data }) => emit(JSON.parse(String(data)) as LiveMessage);
    fresh.onopen = () => {
      if (interrupted) emit(null);
      interrupted = false;
    };
    fresh.onerror = () => {
      interrupted = true;
      // A lost stream is connected again by the browser, a refused one is not.
      if (fresh.readyState === EventSource.CLOSED) timer = setTimeout(connect, againMs());
    };
  };
  connect();
  return () => {
    clearTimeout(timer);
    source?.close();
  };
}

function listen(listener: Listener): () => void {
  listeners.add(listener);
  disconnect ??= openStream();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    disconnect?.();
    disconnect = null;
  };
}

/** Calls back when the server says something to staff, and when it may have said something unheard. */
export function useLive(onMessage: Listener): void {
  const latest = useRef(onMessage);
  useEffect(() => {
    latest.current = onMessage;
  });
  useEffect(() => listen((message) => latest.current(message)), []);
}

/** Whether it is what is decided or comes in that has changed, and not who works on it. */
export const isOfQueue = ({ type }: LiveMessage): boolean => type === 'staff.queue-changed';

/** Shows what is there now when a queue changes: what a colleague decided, what came in. */
export function useQueueRefresh(queue?: string): void {
  const refresh = useRefresh();
  useLive((message) => {
    if (!message || (isOfQueue(message) && (!queue || message.queue === queue))) refresh();
  });
}
