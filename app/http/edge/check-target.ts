import type { RequestHandler } from 'express';
import type { Env } from '#platform/config/env';
import { AppError } from '#platform/base/errors';

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
