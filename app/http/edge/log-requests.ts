import type { RequestHandler, Response } from 'express';
import { beginSpan } from '#platform/observability/tracing';
import type { Metrics } from '../metrics';
import { isPath } from './check-target';
import { callsAt } from './find-call';
import { factsOf, pathOf, routedPathOf, type BuildSource } from './locals';
import { calledRoute, matchedRoute } from './route-pattern';

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
        factsOf(res).log.info(
          { method, route, ids, status, ms: Math.round(ms), cut: !res.writableFinished },
          'http.request',
        );
        metrics.requests.observe({ method, route, status: String(status) }, ms / 1_000);
        span?.end(spanOf({ method, route, status, requestId: factsOf(res).requestId }));
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
    facts: {
      'http.request.method': method,
      'http.route': route,
      'http.response.status_code': status,
      'request.id': requestId,
    },
    failure: status >= 500 ? String(status) : undefined,
  };
}

/** The pattern of the route that a request is for, and the ids in its address. */
export async function routeAt(build: BuildSource, path: string, res: Response) {
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
