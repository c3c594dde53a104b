import { createRequestHandler } from '@remix-run/express';
import type { ServerBuild } from '@remix-run/node';
import type { Request, RequestHandler, Response } from 'express';
import type { Services } from '#platform/context';
import { boundedBodyOf } from './bound-body';
import { factsOf } from './locals';
import { outletOf } from './outlet';
import { matchedIds } from './route-pattern';

/** The Remix build; in development a function, since the build changes under way. */
export type BuildSource = ServerBuild | (() => Promise<ServerBuild>);

interface RemixParts {
  readonly services: Services;
  readonly build: BuildSource;
  readonly mode: 'production' | 'development';
  readonly consoleFolder?: string;
}

/** Hands the request to Remix with its measured body in place of the raw one. */
export function remix({ services, build, mode, consoleFolder }: RemixParts): RequestHandler {
  const handlerOf = (some: BuildSource): Handle =>
    createRequestHandler({
      // The adapter's type knows no function; the handler below it does.
      build: some as ServerBuild,
      mode,
      getLoadContext: (_req, res) => {
        const { ip, ...facts } = factsOf(res);
        return { services, consoleFolder, outlet: outletOf(res), ...facts, ip: ip ?? 'unknown' };
      },
    });
  const whole = handlerOf(build);
  const choose = typeof build === 'function' ? () => whole : callsApart(build, whole, handlerOf);
  return (req, res, next) =>
    choose(req)(withBody(req, boundedBodyOf(res)), ownHeadersWin(res), next) as unknown as void;
}

type Handle = ReturnType<typeof createRequestHandler>;

/**
 * Remix compares an address with every route there is, twice a request, which was a sixth of a call's time. A call is
 * one module, so each gets a handler that knows its own route and no other.
 */
function callsApart(build: ServerBuild, whole: Handle, handlerOf: (some: ServerBuild) => Handle) {
  const handlers = new Map<string, Handle>();
  return (req: Request): Handle => {
    const ids = matchedIds(build, new URL(req.originalUrl, 'http://localhost').pathname);
    const call = ids.at(-1);
    // The page about the calls is a page all the same.
    if (!call?.startsWith('routes/api+/') || build.routes[call]!.module.default) return whole;
    const known = handlers.get(call);
    if (known) return known;
    const routes = Object.fromEntries(ids.map((id) => [id, build.routes[id]!]));
    const made = handlerOf({ ...build, routes });
    handlers.set(call, made);
    return made;
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
