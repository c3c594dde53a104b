import type { Response } from 'express';

/**
 * Aborts when the other end can be told nothing more, also where it left before this was asked for. The
 * request's own signal does neither reliably: the adapter begins to watch after the body has been read, and the
 * signal of a `Request` is forgotten together with it, which a long stream outlives.
 */
export function disconnectionOf(res: Response): AbortSignal {
  const controller = new AbortController();
  const end = () => controller.abort();
  if (res.closed || res.destroyed) end();
  else res.once('close', end);
  return controller.signal;
}
