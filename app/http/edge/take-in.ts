import type { RequestHandler } from 'express';
import { inSeconds, milliseconds } from '#platform/base/duration';
import { AppError } from '#platform/base/errors';
import type { LoopWatch } from '#platform/observability/loop-watch';
import { addressBlock } from '#platform/limits/rate-limit';
import { routeAt } from './log-requests';
import { factsOf, pathOf, type BuildSource } from './locals';

/**
 * Notes each request for the watch over the loop, when it comes and once more when its body is there, which is when its work
 * begins; refuses one of the kind and address that were the last before the process was ended.
 */
export function takeIn(build: BuildSource, watch: LoopWatch): RequestHandler {
  return (req, res, next) => {
    void routeAt(build, pathOf(req), res).then(({ route }) => {
      const bytes = Number(req.headers['content-length'] ?? 0) || 0;
      const taken = { method: req.method, route, bytes, ip: addressBlock(factsOf(res).ip) };
      watch.note(taken);
      req.once('end', () => watch.note(taken));
      const left = milliseconds(watch.refusedFor(taken));
      if (left === 0) return next();
      next(new AppError('too_many_requests', { retryAfterSeconds: inSeconds(left) }));
    });
  };
}
