import type { Response } from 'express';

/** What a route may know of the connection that its answer leaves by. */
export interface Outlet {
  /** Aborts when the other end can be sent nothing more. */
  readonly disconnected: AbortSignal;
  /** Resolves when what was written has left, or will never leave. */
  readonly drained: () => Promise<void>;
  /** Bytes that were written and have not left this process. */
  readonly waiting: () => number;
  /** Ends the connection at once, whatever waits. */
  readonly cut: () => void;
}

/**
 * The signal of a `Request` is no substitute: the adapter begins to watch after the body has been read, and that
 * signal is forgotten together with its request, which a long stream outlives. Nor does the adapter wait for a slow
 * reader: what it is given lies in memory until it has left.
 */
export const outletOf = (res: Response): Outlet => ({
  // Made for whoever asks: hardly anybody does.
  get disconnected() {
    return disconnectionOf(res);
  },
  drained: () => drained(res),
  waiting: () => res.writableLength,
  cut: () => void res.destroy(),
});

function disconnectionOf(res: Response): AbortSignal {
  const controller = new AbortController();
  const end = () => controller.abort();
  if (res.closed || res.destroyed) end();
  else res.once('close', end);
  return controller.signal;
}

function drained(res: Response): Promise<void> {
  if (!res.writableNeedDrain || res.closed) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      res.off('drain', done).off('close', done);
      resolve();
    };
    res.on('drain', done).on('close', done);
  });
}
