import type { Ctx } from '../context';
import { seconds, type Duration } from '../duration';
import { AppError } from '../errors';
import { hubOf } from './hub';
import { eventsAfter, newestEvent } from './read-events';

/** Where a stream is, per topic: ids rise in the order of commit within a topic only. */
type Places = readonly number[];

const writePlaces = (places: Places): string => places.join('.');

const readPlaces = (text: string | null, count: number): Places | null => {
  const parts = (text ?? '').split('.');
  const sound = parts.length === count && parts.every((part) => /^\d{1,15}$/.test(part));
  return sound ? parts.map(Number) : null;
};

/** Streams that one person may hold in one process: a few tabs on a few devices. */
const streamsPerPerson = 8;
/** How long a browser waits before it connects again, in milliseconds. */
const retryMs = 3_000;

export interface LiveStreamOptions {
  /** What is told: the person's own topic (`patient:<id>`, `clinic:<id>`, `staff:<id>`), then those it shares. */
  readonly topics: readonly [own: string, ...shared: string[]];
  /** The browser's `Last-Event-ID`; null begins with what comes next. */
  readonly lastEventId: string | null;
  /** Asked before anything is sent and at every heartbeat; the stream ends when it says no. */
  readonly stillAllowed: () => Promise<boolean>;
  /** Aborts when the other end is gone. */
  readonly signal: AbortSignal;
  readonly heartbeat?: Duration;
}

/**
 * Server-sent events of one person, from `Last-Event-ID` on.
 *
 * @throws AppError `too_many_requests` when the person holds too many streams.
 */
export async function openLiveStream(
  ctx: Ctx,
  options: LiveStreamOptions,
): Promise<ReadableStream<Uint8Array>> {
  const { topics, lastEventId } = options;
  const newest = (topic: string) => newestEvent(ctx.services.database.db, topic);
  const last = readPlaces(lastEventId, topics.length) ?? (await Promise.all(topics.map(newest)));
  // After the last await, so that nobody slips past the count.
  if (hubOf(ctx.services).count(topics[0]) >= streamsPerPerson)
    throw new AppError('too_many_requests', { retryAfterSeconds: 30 });
  const encoder = new TextEncoder();
  let end: () => void;
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const write = (text: string) => controller.enqueue(encoder.encode(text));
      end = run(ctx, options, { last, write, close: () => controller.close() });
    },
    cancel: () => end(),
  });
}

interface Outlet {
  readonly last: Places;
  readonly write: (text: string) => void;
  readonly close: () => void;
}

/** Sends what there is now, what is announced, and heartbeats, until the result is called or the stream may not go on. */
function run(ctx: Ctx, options: LiveStreamOptions, { write, close, ...from }: Outlet): () => void {
  const { topics, stillAllowed, signal } = options;
  const last = [...from.last];
  let ended = false;
  const end = () => {
    if (ended) return;
    ended = true;
    subscriptions.forEach((unsubscribe) => unsubscribe());
    clearInterval(beat);
    signal.removeEventListener('abort', end);
    try {
      close();
    } catch {
      // The other end closed it first.
    }
  };
  const pump = oneAtATime(async () => {
    if (ended) return;
    if (!(await stillAllowed())) return end();
    for (const [n, topic] of topics.entries()) {
      const events = await eventsAfter(ctx.services.database.db, topic, last[n]!);
      if (ended) return;
      for (const { id, message } of events) {
        last[n] = id;
        write(`id: ${writePlaces(last)}\ndata: ${JSON.stringify(message)}\n\n`);
      }
    }
  });
  const pumpOrEnd = () =>
    pump().catch((error: unknown) => {
      // The browser connects again and says where it was.
      ctx.log.warn({ err: error }, 'live.stream-failed');
      end();
    });
  const hub = hubOf(ctx.services);
  const subscriptions = topics.map((topic) => hub.subscribe(topic, () => void pumpOrEnd()));
  const beat = setInterval(
    () => {
      void pumpOrEnd().then(() => (ended ? undefined : write(': here\n\n')));
    },
    options.heartbeat ?? seconds(20),
  );
  signal.addEventListener('abort', end);
  write(`retry: ${retryMs}\nid: ${writePlaces(last)}\n\n`);
  if (signal.aborted) end();
  else void pumpOrEnd();
  return end;
}

/** Runs `work` never twice at once; a call while it runs makes it run once more. */
function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let again = false;
  const go = async () => {
    do {
      again = false;
      await work();
    } while (again);
  };
  return () => {
    if (running) {
      again = true;
      return running;
    }
    running = go().finally(() => {
      running = null;
    });
    return running;
  };
}
