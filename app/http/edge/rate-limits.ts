import type { Request, RequestHandler, Response } from 'express';
import { rateLimit } from 'express-rate-limit';
import { AppError } from '#platform/errors';
import { addressBlock } from '#platform/rate-limit';
import { callFor } from '../calls';
import { changesState, factsOf, isApi, routedPathOf } from './locals';
import type { RateLimits } from './limits';

const signInPages = /^\/(admin\/enrol|login|register|clinic-login|clinic-register)/;

function isSignIn(req: Request): boolean {
  if (!changesState(req)) return false;
  const path = routedPathOf(req);
  return isApi(req)
    ? callFor(req.method, path.slice('/api'.length))?.limit === 'auth'
    : signInPages.test(path);
}

/** Everybody's share of this process by address; an IPv6 household or machine counts once (its /64). */
export function rateLimits(rates: RateLimits): RequestHandler[] {
  const limiter = (limit: number, identifier: string, skip: (req: Request) => boolean) =>
    rateLimit({
      windowMs: rates.window,
      limit,
      identifier,
      skip,
      standardHeaders: 'draft-8',
      legacyHeaders: false,
      keyGenerator: (_req, res) => addressBlock(factsOf(res as Response).ip),
      handler: (req, _res, next) => {
        const resetAt = (req as Request & { rateLimit?: { resetTime?: Date } }).rateLimit
          ?.resetTime;
        const wait = resetAt ? resetAt.getTime() - Date.now() : rates.window;
        next(new AppError('too_many_requests', { retryAfterSeconds: wait / 1_000 }));
      },
    });
  return [
    limiter(rates.general, 'general', () => false),
    limiter(rates.auth, 'sign-in', (req) => !isSignIn(req)),
  ];
}
