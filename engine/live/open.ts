import type { Ctx } from '#platform/context';
import type { Duration } from '#platform/base/duration';
import { AppError } from '#platform/base/errors';
import { noteRefusedStream } from './figures';
import { hubOf, type HubOptions } from './hub';
import { LiveStream, type Listener } from './stream';

/** Streams that one person may hold in one process: a few tabs on a few devices. */
const streamsPerPerson = 8;

export interface LiveStreamOptions extends HubOptions {
  readonly listener: Listener;
  /** The browser's `Last-Event-ID`; null begins with what was published since the page began to load. */
  readonly lastEventId: string | null;
  /** How long ago the page began to load; null begins with what comes next. */
  readonly pageAge: Duration | null;
  /** The connection that the stream leaves by. */
  readonly outlet: {
    /** Aborts when the other end is gone. */
    readonly disconnected: AbortSignal;
    /** Bytes that were written and have not left this process. */
    readonly waiting: () => number;
    /** Ends it at once, whatever waits. */
    readonly cut: () => void;
  };
}

/**
 * Server-sent events of one person, from `Last-Event-ID` on, or from when the page began to load.
 *
 * @throws AppError `too_many_requests` when the person holds too many streams; `unauthenticated` when the session has
 * ended meanwhile.
 */
export async function openLiveStream(
  { services }: Ctx,
  { listener, lastEventId, pageAge, outlet, ...options }: LiveStreamOptions,
): Promise<ReadableStream<Uint8Array>> {
  const hub = hubOf(services, options);
  if (hub.count(listener.own) >= streamsPerPerson) {
    noteRefusedStream(services, 'person');
    throw new AppError('too_many_requests', { retryAfterSeconds: 30 });
  }
  const encoder = new TextEncoder();
  const { disconnected, waiting, cut } = outlet;
  let controller: ReadableStreamDefaultController<Uint8Array>;
  const body = new ReadableStream<Uint8Array>({
    start: (given) => {
      controller = given;
    },
    cancel: () => hub.leave(stream),
  });
  const stream = new LiveStream(
    listener,
    {
      write: (text) => controller.enqueue(encoder.encode(text)),
      waiting,
      close: () => closeIfOpen(controller),
      cut,
    },
    { lastEventId, pageAge },
  );
  const opened = hub.open(stream);
  const leave = () => hub.leave(stream);
  if (disconnected.aborted) leave();
  else disconnected.addEventListener('abort', leave, { once: true });
  if (!(await opened) && !disconnected.aborted) throw new AppError('unauthenticated');
  return body;
}

function closeIfOpen(controller: ReadableStreamDefaultController): void {
  try {
    controller.close();
  } catch {
    // The other end closed it first.
  }
}
