import { createRequestHandler } from '@remix-run/express';
import type { ServerBuild } from '@remix-run/node';
import type { Request, RequestHandler, Response } from 'express';
import type { Services } from '#platform/context';
import { boundedBodyOf } from './bound-body';
import { callRoute, callsAt } from './find-call';
import { factsOf, pathOf, type BuildSource } from './locals';
import { outletOf } from './outlet';
import { calledRoute, leafAt } from './route-pattern';

interface RemixParts {
  readonly services: Services;
  readonly build: BuildSource;
  readonly mode: 'production' | 'development';
  readonly consoleFolder?: string;
}

/** Hands the request to Remix with its measured body in place of the raw one. */
export function remix({ services, build, mode, consoleFolder }: RemixParts): RequestHandler {
  const handlerOf = (some: BuildSource) =>
    createRequestHandler({
      // The adapter's type knows no function; the handler below it does.
      build: some as ServerBuild,
      mode,
      getLoadContext: (req, res) => {
        const { ip, ...facts } = factsOf(res);
        const looks = req.method === 'GET' || req.method === 'HEAD';
        return {
          ...{ services, consoleFolder, outlet: outletOf(res), ...facts, ip: ip ?? 'unknown' },
          ...(looks ? { found: new Map() } : {}),
        };
      },
    });
  const ofPage = pagesApart(build, handlerOf);
  const ofCall = callsApart(build, handlerOf);
  return (req, res, next) => {
    const place = callsAt(res);
    const handle = place ? ofCall(calledRoute(place).route) : ofPage(pathOf(req));
    return handle(withBody(req, boundedBodyOf(res)), ownHeadersWin(res), next) as unknown as void;
  };
}

type Handle = ReturnType<typeof createRequestHandler>;

/** Where the browser asks which routes there are. */
const manifestPath = '/__manifest';

/**
 * As {@link callsApart} for pages: each top route has a handler that knows it, what lies below it, and the first page,
 * which are also what the page tells the browser of. Sources change, so they have one handler for all.
 */
function pagesApart(build: BuildSource, handlerOf: (some: BuildSource) => Handle) {
  const whole = handlerOf(build);
  if (typeof build === 'function') return () => whole;
  const handlers = new Map<string, Handle>();
  return (path: string): Handle => {
    const leaf = path === manifestPath ? undefined : leafAt(build, path);
    if (leaf === undefined) return whole;
    const top = topOf(build, leaf);
    const handle = handlers.get(top) ?? handlerOf(onlyBelow(build, top));
    handlers.set(top, handle);
    return handle;
  };
}

/** The ancestor of a route, or itself, right below the root. */
function topOf(build: ServerBuild, id: string): string {
  const { parentId } = build.routes[id]!;
  return parentId === undefined || parentId === 'root' ? id : topOf(build, parentId);
}

function onlyBelow(build: ServerBuild, top: string): ServerBuild {
  const isIn = ([id, route]: [string, { parentId?: string; index?: boolean } | undefined]) =>
    id === 'root' || (route?.index && route.parentId === 'root') || topOf(build, id) === top;
  const some = <T extends { parentId?: string; index?: boolean } | undefined>(
    routes: Record<string, T>,
  ): Record<string, T> => Object.fromEntries(Object.entries(routes).filter(isIn));
  const { routes, assets } = build;
  return { ...build, routes: some(routes), assets: { ...assets, routes: some(assets.routes) } };
}

/**
 * Remix compares an address with every route that it knows, twice a request, so each path of calls has a handler that
 * knows the one. It knows it by that path: what a `*` stands for must have no line break in it.
 */
function callsApart(build: BuildSource, handlerOf: (some: BuildSource) => Handle) {
  const handlers = new Map<string, Handle>();
  const make = (path: string): Handle => {
    const only = ({ routes, ...rest }: ServerBuild): ServerBuild => {
      const route = { ...routes[callRoute]!, path: path.slice(1) };
      return { ...rest, routes: { root: routes.root!, [callRoute]: route } };
    };
    return handlerOf(typeof build === 'function' ? async () => only(await build()) : only(build));
  };
  return (path: string): Handle => {
    const handle = handlers.get(path) ?? make(path);
    handlers.set(path, handle);
    return handle;
  };
}

const replaced = new Set([
  'cache-control',
  'content-security-policy',
  'cross-origin-resource-policy',
  'x-content-type-options',
]);

/** The adapter appends a route's headers to those of the edge; these have one value, the route's. */
function ownHeadersWin(res: Response): Response {
  const append = res.append.bind(res);
  res.append = (name, value) =>
    replaced.has(name.toLowerCase()) ? res.set(name, value as string) : append(name, value);
  return res;
}

/** All that the adapter reads of a request. */
const withBody = (req: Request, body: NodeJS.ReadableStream): Request =>
  Object.assign(body, {
    method: req.method,
    originalUrl: req.originalUrl,
    headers: req.headers,
    hostname: req.hostname,
    protocol: req.protocol,
    get: (name: string) => req.get(name),
  }) as unknown as Request;
