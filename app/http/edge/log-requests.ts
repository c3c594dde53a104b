import type { RequestHandler, Response } from 'express';
import { inSeconds, milliseconds } from '#platform/base/duration';
import { AppError } from '#platform/base/errors';
import { addressBlock } from '#platform/limits/rate-limit';
import type { LoopWatch } from '#platform/observability/loop-watch';
import { beginSpan } from '#platform/observability/tracing';
import { isPath } from './checks';
import { callsAt } from './find-call';
import { type BuildSource, attributesOf, pathOf, routedPathOf } from './locals';
import { calledRoute, matchedRoute } from './route-pattern';
import type { Metrics } from '../metrics';

/**
 * One line, one measurement and, where traces are sent, one span per request when its answer ends; no query, no address,
 * no path as typed.
 */
export function logRequests(build: BuildSource, metrics: Metrics): RequestHandler {
  return (req, res, next) => {
    const started = process.hrtime.bigint();
    // What a caller says of its own trace is not believed, like its request id.
    const span = beginSpan({ name: 'http.request', kind: 'server' });
    res.once('close', () => {
      const ms = Number(process.hrtime.bigint() - started) / 1e6;
      void routeAt(build, pathOf(req), res).then(({ route, ids }) => {
        const { method } = req;
        const status = res.statusCode;
        attributesOf(res).log.info(
          { method, route, ids, status, ms: Math.round(ms), cut: !res.writableFinished },
          'http.request',
        );
        metrics.requests.observe({ method, route, status: String(status) }, ms / 1_000);
        span?.end(spanOf({ method, route, status, requestId: attributesOf(res).requestId }));
      });
    });
    // What a stream asks for it asks for all of them, and for hours.
    if (!span || routedPathOf(req).startsWith('/api/events')) return next();
    span.within(next);
  };
}

function spanOf(seen: { method: string; route: string; status: number; requestId: string }) {
  const { method, route, status, requestId } = seen;
  return {
    name: `${method} ${route}`,
    attributes: {
      'http.request.method': method,
      'http.route': route,
      'http.response.status_code': status,
      'request.id': requestId,
    },
    failure: status >= 500 ? String(status) : undefined,
  };
}

/** The pattern of the route that a request is for, and the ids in its address. */
async function routeAt(build: BuildSource, path: string, res: Response) {
  if (!isPath(path)) return { route: '(unreadable)', ids: {} };
  if (path.startsWith('/assets/')) return { route: '/assets/*', ids: {} };
  const place = callsAt(res);
  if (place) return calledRoute(place);
  try {
    return matchedRoute(typeof build === 'function' ? await build() : build, path);
  } catch {
    return { route: '(unknown)', ids: {} };
  }
}

/**
 * Notes each request for the watch over the loop, when it comes and once more when its body is there, which is when its work
 * begins; refuses one of the kind and address that were the last before the process was ended.
 */
export function takeIn(build: BuildSource, watch: LoopWatch): RequestHandler {
  return (req, res, next) => {
    void routeAt(build, pathOf(req), res).then(({ route }) => {
      const bytes = Number(req.headers['content-length'] ?? 0) || 0;
      const taken = { method: req.method, route, bytes, ip: addressBlock(attributesOf(res).ip) };
      watch.note(taken);
      req.once('end', () => watch.note(taken));
      const left = milliseconds(watch.refusedFor(taken));
      if (left === 0) return next();
      next(new AppError('too_many_requests', { retryAfterSeconds: inSeconds(left) }));
    });
  };
}
