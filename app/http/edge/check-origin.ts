import type { Request, RequestHandler } from 'express';
import type { Env } from '#platform/config/env';
import { AppError } from '#platform/base/errors';
import { changesState, isApi, mediaTypeOf } from './locals';

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
