import type { Request, RequestHandler, Response } from 'express';
import { AppError } from '#platform/base/errors';
import type { Env } from '#platform/config/env';
import { entryFor } from '../call-table';
import { asksForData, callOf, callsAt } from './find-call';
import { changesState, isApi, mediaTypeOf } from './locals';

/**
 * Answers only to our own names (421 otherwise), and only to targets that are a path. `X-Forwarded-Host`
 * and its relatives are dropped: the Remix adapter would believe their port even from strangers.
 */
export function checkTarget(env: Env): RequestHandler {
  const hosts = new Set(env.origins.map((origin) => new URL(origin).host));
  return (req, _res, next) => {
    delete req.headers['x-forwarded-host'];
    delete req.headers['x-forwarded-port'];
    delete req.headers.forwarded;
    if (!hosts.has((req.headers.host ?? '').toLowerCase()))
      return next(new AppError('misdirected'));
    next(isPath(req.url) ? undefined : new AppError('malformed_request'));
  };
}

/** What the router cannot decode it would print to standard error, phone numbers included. */
export function isPath(target: string): boolean {
  try {
    decodeURIComponent(target.split('?', 1)[0]!);
    return target.startsWith('/');
  } catch {
    return false;
  }
}

/**
 * Calls answer at their own address only. Remix would also answer them as data of a page: past their media
 * type, and a live stream never, because it reads an answer to its end first.
 */
export const checkDataAddress: RequestHandler = (_req, res, next) => {
  next(asksForData(res) ? new AppError('not_found') : undefined);
};

/**
 * Remix's old way to ask for a page's data. Our pages do not use it, Remix writes an error for each such request,
 * and it lets a stranger name what is run.
 */
export const checkDataQuery: RequestHandler = (req, _res, next) => {
  const query = req.originalUrl.split('?').slice(1).join('?');
  next(new URLSearchParams(query).has('_data') ? new AppError('malformed_request') : undefined);
};

const pageMethods = ['GET', 'HEAD', 'POST', 'OPTIONS'];
const apiMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/**
 * TRACE and the like end here with 405. OPTIONS ends here too: Remix would run the loader of a resource
 * route for it (security 35), and without CORS there is no preflight to grant.
 */
export const checkMethod: RequestHandler = (req, res, next) => {
  const allow = isApi(req) ? (methodsAt(res) ?? apiMethods) : pageMethods;
  if (req.method === 'OPTIONS') {
    res.setHeader('Allow', allow.join(', '));
    return void res.status(204).end();
  }
  const known = isApi(req) ? apiMethods : pageMethods;
  next(known.includes(req.method) ? undefined : new AppError('method_not_allowed', { allow }));
};

function methodsAt(res: Response): string[] | undefined {
  const place = callsAt(res);
  const methods = place?.entries.map(({ call }): string => call.method);
  return methods && [...methods, ...(entryFor(place!, 'HEAD') ? ['HEAD'] : []), 'OPTIONS'];
}

/**
 * Refuses state-changing requests that another site made a browser send (security 34), for every path,
 * before Remix: its own check leaves out resource routes and `?_data`.
 */
export function checkOrigin({ origins }: Pick<Env, 'origins'>): RequestHandler {
  return (req, _res, next) => {
    if (!changesState(req)) return next();
    if (!isOwn(req, origins)) return next(new AppError('cross_site'));
    // Remix compares what is left of it with Host, knows neither our second name nor the `null` of our own
    // forms under `no-referrer`, and answers 500.
    delete req.headers.origin;
    next();
  };
}

function isOwn(req: Request, origins: readonly string[]): boolean {
  const { origin } = req.headers;
  const site = req.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  if (origin !== undefined)
    // No page can forge Sec-Fetch-Site, so it vouches for the opaque origin of a form without a referrer.
    return origins.includes(origin) || (origin === 'null' && site === 'same-origin');
  return site !== undefined || (isApi(req) && isNoForm(req)) || needsNoCookie.test(req.path);
}

/**
 * Mail servers press the button of a mail for its reader (RFC 8058), from nowhere. What the address itself allows is all
 * they can do there: no cookie counts.
 */
const needsNoCookie = /^\/unsubscribe\/[\w.-]+$/;

/** Every browser that ever sent a form calls itself one of these, and no page can change it in a form. */
const browser = /^(Mozilla|Opera)\//;

/**
 * Neither header: a program, or a browser of long ago. A program may use the API. What a form of that browser could
 * send as well, with a cookie and without anybody's will, is refused: JSON it cannot send.
 */
const isNoForm = (req: Request): boolean =>
  mediaTypeOf(req) === 'application/json' || !browser.test(req.headers['user-agent'] ?? '');

const formTypes = ['application/x-www-form-urlencoded', 'multipart/form-data'];

const hasBody = (req: Request): boolean =>
  req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;

/** The API takes JSON, and files where a call says so; pages take forms. Nothing takes a compressed body. */
export const checkMediaType: RequestHandler = (req, res, next) => {
  const encoding = req.headers['content-encoding'] ?? 'identity';
  // A form without fields has no body, but its type: at the API it is refused by that.
  const untyped = !hasBody(req) && (!isApi(req) || req.headers['content-type'] === undefined);
  const fits = !changesState(req) || untyped || accepts(req, res);
  next(fits && encoding === 'identity' ? undefined : new AppError('unsupported_media_type'));
};

function accepts(req: Request, res: Response): boolean {
  const type = mediaTypeOf(req);
  if (!isApi(req)) return formTypes.includes(type);
  if (type === 'application/json') return true;
  return type === 'multipart/form-data' && callOf(req, res)?.multipart === true;
}
