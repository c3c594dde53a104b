import type { IncomingMessage } from 'node:http';

const clocks = new WeakMap<IncomingMessage, NodeJS.Timeout>();

const bringsBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Cuts a request off whose body is not whole after `ms`, whoever answered it meanwhile. */
export function boundTime(req: IncomingMessage, ms: number): void {
  if (!bringsBody(req)) return;
  const late = setTimeout(() => {
    if (!req.complete) req.destroy();
  }, ms).unref();
  clocks.set(req, late);
  req.once('close', () => clearTimeout(late));
}

/** From now on somebody else sees to it that a request ends: by the rate at which its body comes. */
export const boundByRate = (req: IncomingMessage): void => clearTimeout(clocks.get(req));
