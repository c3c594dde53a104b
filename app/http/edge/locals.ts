import type { ServerBuild } from '@remix-run/node';
import type { Request, Response } from 'express';
import type { Logger } from '#platform/observability/log';
import type { Locale } from '#platform/base/locale';
import type { KeptPage } from './kept-page';

/** The Remix build; in development a function, since the build changes under way. */
export type BuildSource = ServerBuild | (() => Promise<ServerBuild>);

/** What the first layer notes about a request; every later layer and the routes read it. */
export interface RequestAttributes {
  readonly requestId: string;
  /** Of the asking client after `TRUST_PROXY`, in its one normal form; null where there is none. */
  readonly ip: string | null;
  /** Of this answer's Content-Security-Policy. */
  readonly nonce: string;
  readonly log: Logger;
  /** Of the answer, as far as the request says it. */
  readonly locale: Locale;
  /** Whether the request names it: otherwise the account of who asks has the last word. */
  readonly localeIsSaid: boolean;
  /** Takes the page that is made for this request, to give it to other visitors; absent where it may not. */
  keep?: (page: KeptPage) => void;
}

export const attributesOf = (res: Response): RequestAttributes =>
  res.locals.attributes as RequestAttributes;

/**
 * The path without the query, in the form that the router gets to see: without dot segments, backslashes and
 * what follows a hash sign. Segments are not decoded; unsafe to log.
 */
export function pathOf(req: Request): string {
  const { originalUrl } = req;
  const given = originalUrl.split('?', 1)[0]!;
  return originalUrl.startsWith('/')
    ? (URL.parse(`http://localhost${given}`)?.pathname ?? given)
    : given;
}

const routed = new WeakMap<Request, string>();

/**
 * The path as the router compares it: segments decoded, in lower case. Whatever a layer decides by path it
 * decides by this one, or `/%6Cogin`, `/LOGIN` and `/x/../login` would get past it.
 */
export function routedPathOf(req: Request): string {
  const path = routed.get(req) ?? compared(pathOf(req));
  routed.set(req, path);
  return path;
}

function compared(path: string): string {
  try {
    const segments = path.split('/').map((segment) => decodeURIComponent(segment));
    return segments.map((segment) => segment.replace(/\//g, '%2f').toLowerCase()).join('/');
  } catch {
    return path;
  }
}

/** Failures below `/api` are JSON; everywhere else they are a page. */
export const isApi = (req: Request): boolean => /^\/api(\/|$|\.data$)/.test(routedPathOf(req));

export const changesState = (req: Request): boolean =>
  !['GET', 'HEAD', 'OPTIONS'].includes(req.method);

/** The essence of a Content-Type, in lower case and without parameters; empty when there is none. */
export const mediaTypeOf = (req: Request): string =>
  (req.headers['content-type'] ?? '').split(';', 1)[0]!.trim().toLowerCase();
