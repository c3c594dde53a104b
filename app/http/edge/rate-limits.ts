import type { Request, RequestHandler, Response } from 'express';
import { rateLimit, type Store } from 'express-rate-limit';
import type { Services } from '#platform/context';
import { AppError } from '#platform/base/errors';
import { addressBlock, SharedCount } from '#platform/limits/rate-limit';
import { callOf } from './find-call';
import { changesState, factsOf, isApi, routedPathOf } from './locals';
import type { RateLimits } from './limits';

const signInPages = /^\/(admin\/enrol|login|register|clinic-login|clinic-register)/;

function isSignIn(req: Request, res: Response): boolean {
  if (!changesState(req)) return false;
  return isApi(req) ? callOf(req, res)?.limit === 'auth' : signInPages.test(routedPathOf(req));
}

/** Everybody's share by address, over all processes; an IPv6 household or machine counts once (its /64). */
export function rateLimits(rates: RateLimits, services: Services): RequestHandler[] {
  // Nobody gives a request back or forgives one.
  const nothing = () => undefined;
  const sharedStore = (rule: ConstructorParameters<typeof SharedCount>[1]): Store => {
    const counts = new SharedCount(services, rule);
    return {
      prefix: rule.name,
      increment: async (key) => {
        const { hits, resetAt } = await counts.hit(key);
        return { totalHits: hits, resetTime: resetAt };
      },
      decrement: nothing,
      resetKey: nothing,
    };
  };
  const limiter = (
    limit: number,
    identifier: string,
    skip: (req: Request, res: Response) => boolean,
  ) =>
    rateLimit({
      windowMs: rates.window,
      limit,
      store: sharedStore({ name: `http.${identifier}`, limit, window: rates.window }),
      identifier,
      skip: (req, res) => skip(req, res as Response),
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
    limiter(rates.auth, 'sign-in', (req, res) => !isSignIn(req, res)),
  ];
}
