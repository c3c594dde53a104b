import { createRequestHandler } from '@remix-run/express';
import type { AppLoadContext, ServerBuild } from '@remix-run/node';
import type { Request, RequestHandler, Response } from 'express';
import type { Services } from '#platform/context';
import { perLocale } from '#platform/base/locale';
import { answerCalls } from './answer-calls';
import { hidesDrafts, withoutDrafts } from './drafts';
import { boundedBodyOf } from './bound-body';
import { callsAt } from './find-call';
import { attributesOf, pathOf, type BuildSource } from './locals';
import { outletOf } from './outlet';
import { leafAt } from './route-pattern';
import { localeOfVersion, scriptsIn, styleSheets } from './built-assets';

interface RemixParts {
  readonly services: Services;
  readonly build: BuildSource;
  readonly mode: 'production' | 'development';
  readonly consoleFolder?: string;
  readonly clientFolder?: string;
}

/** Hands pages to Remix, with their measured body in place of the raw one, and calls to their route. */
export function remix(parts: RemixParts): RequestHandler {
  const { services, build, mode, consoleFolder } = parts;
  const styleAt = styleSheets(parts.clientFolder);
  const contextOf = (req: Request, res: Response): AppLoadContext => {
    const { ip, ...attributes } = attributesOf(res);
    const looks = req.method === 'GET' || req.method === 'HEAD';
    return {
      ...{ services, consoleFolder, styleAt, outlet: outletOf(res) },
      ...{ ...attributes, ip: ip ?? 'unknown' },
      ...(looks ? { found: new Map() } : {}),
    };
  };
  const handlerOf = (some: BuildSource) =>
    // The adapter's type knows no function; the handler below it does.
    createRequestHandler({ build: some as ServerBuild, mode, getLoadContext: contextOf });
  const ofPage = pagesApart(build, handlerOf);
  const ofStranger = handlerOf(withoutDrafts(build));
  const ofCall = answerCalls({ build, contextOf });
  return (req, res, next) => {
    ownHeadersWin(res);
    if (callsAt(res)) return ofCall(req, res, next);
    const query = new URLSearchParams(req.originalUrl.split('?')[1]);
    const handle = hidesDrafts(res) ? ofStranger : ofPage(pathOf(req), query);
    return handle(withBody(req, boundedBodyOf(res)), res, next) as unknown as void;
  };
}

type Handle = ReturnType<typeof createRequestHandler>;

/** Where the browser asks which routes there are. */
const manifestPath = '/__manifest';

/**
 * Remix compares an address with every route that it knows, twice a request. So each top route has a handler that knows it, what lies below it, and the first page,
 * which are also what the page names to the browser. Sources change, so they have one handler for all.
 */
function pagesApart(build: BuildSource, handlerOf: (some: BuildSource) => Handle) {
  const whole = handlerOf(build);
  if (typeof build === 'function') return () => whole;
  const handlers = new Map<string, Handle>();
  const routesIn = perLocale((locale) =>
    handlerOf({ ...build, assets: scriptsIn(build.assets, locale) }),
  );
  return (path: string, query: URLSearchParams): Handle => {
    if (path === manifestPath) return routesIn[localeOfVersion(query.get('version'))];
    const leaf = leafAt(build, path);
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
