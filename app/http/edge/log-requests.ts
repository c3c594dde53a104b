import type { RequestHandler, Response } from 'express';
import type { Metrics } from '../metrics';
import { isPath } from './check-target';
import { callsAt } from './find-call';
import { factsOf, pathOf, type BuildSource } from './locals';
import { calledRoute, matchedRoute } from './route-pattern';

/** One line and one measurement per request when its answer ends; no query, no address, no path as typed. */
export function logRequests(build: BuildSource, metrics: Metrics): RequestHandler {
  return (req, res, next) => {
    const started = process.hrtime.bigint();
    res.once('close', () => {
      const ms = Number(process.hrtime.bigint() - started) / 1e6;
      void describe(build, pathOf(req), res).then(({ route, ids }) => {
        const { method } = req;
        const status = res.statusCode;
        factsOf(res).log.info(
          { method, route, ids, status, ms: Math.round(ms), cut: !res.writableFinished },
          'http.request',
        );
        metrics.requests.observe({ method, route, status: String(status) }, ms / 1_000);
      });
    });
    next();
  };
}

async function describe(build: BuildSource, path: string, res: Response) {
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
