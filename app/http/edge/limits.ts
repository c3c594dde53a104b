import type { Request, RequestHandler, Response } from 'express';
import { rateLimit, type Store } from 'express-rate-limit';
import { type Duration, milliseconds, minutes, seconds } from '#platform/base/duration';
import { AppError } from '#platform/base/errors';
import { stopTimes } from '#platform/base/stop-times';
import type { Mode } from '#platform/config/env';
import type { Services } from '#platform/context';
import { addressBlock, SharedCount } from '#platform/limits/rate-limit';
import { callOf } from './find-call';
import { changesState, attributesOf, isApi, routedPathOf } from './locals';
import { readAddress } from '#app/i18n/address';

/** Requests per window and address (security 64). */
export interface RateLimits {
  readonly window: Duration;
  readonly general: number;
  /** Sign-in calls and pages. */
  readonly auth: number;
}

const rates: RateLimits = { window: minutes(1), general: 300, auth: 60 };

/** Demo and test share one address among all people and tests, so they get a hundred times as much. */
export const ratesOf = (mode: Mode): RateLimits =>
  mode === 'production'
    ? rates
    : { window: rates.window, general: rates.general * 100, auth: rates.auth * 100 };

/** What one address may hold of this process at a time (security 66). */
export interface Shares {
  /** Requests under way, streams apart. */
  readonly requests: number;
  readonly streams: number;
  /** Connections, counted only where no proxy stands in front. */
  readonly sockets: number;
}

const shares: Shares = { requests: 64, streams: 512, sockets: 640 };

/** As {@link ratesOf}: people and tests that share an address get more, and never all there is. */
export const sharesOf = (mode: Mode): Shares =>
  mode === 'production' ? shares : { requests: 640, streams: 2_048, sockets: 3_072 };

/** Bytes of a request's body by what it carries (security 51). */
export const bodyLimits = {
  json: 100 * 1024,
  /** A form without files; the longest texts of ours take a third of it, percent-encoded. */
  form: 128 * 1024,
  apiUpload: 60 * 1024 * 1024 + 64 * 1024,
  /** A whole form with its files: without JavaScript they travel together. */
  pageUpload: 110 * 1024 * 1024,
} as const;

/**
 * The least that an upload must bring while we wait for it (security 66): in each window at least `bytes`, or it is cut
 * off. The first window is the grace at the start; one as long bears a gap of a mobile line.
 */
export const uploadFloor = { window: seconds(20), bytes: 20 * 10 * 1024 } as const;

/** How long a client may take (security 66). */
export const timeouts = {
  headers: seconds(15),
  body: seconds(30),
  /** Any request with a body, whole; an upload that keeps its floor apart. */
  request: seconds(120),
  /** What the largest upload takes at its floor: a slow line is no attack. */
  upload: milliseconds(Math.ceil(bodyLimits.pageUpload / uploadFloor.bytes) * uploadFloor.window),
  keepAlive: seconds(5),
  /** A silent socket; live streams speak every 20 s. */
  idle: seconds(130),
  /** For the rest of a body whose request was already refused. */
  drain: seconds(10),
  /** For the answers in flight when the process is asked to stop. */
  stop: stopTimes.work,
  /** Of a silent connection then: a request that is already under way to us still gets its answer. */
  linger: milliseconds(500),
} as const;

/**
 * Connections of the process, those that carry a live stream apart: however many pages are open, whoever asks for
 * something else gets in, and the other way round. Each is several times what one address may hold.
 */
export interface MostConnections {
  readonly ordinary: number;
  readonly streams: number;
}

export const mostConnections: MostConnections = { ordinary: 4_096, streams: 6_000 };

/** Where something secret is shown to get in: a code, a passkey, the token of a link. */
const signInPages =
  /^\/(admin\/enrol|login|register|clinic-login|clinic-register|clinic-join|shared(?!\/))/;

function isSignIn(req: Request, res: Response): boolean {
  if (!changesState(req)) return false;
  return isApi(req)
    ? callOf(req, res)?.limit === 'auth'
    : signInPages.test(readAddress(routedPathOf(req)).path);
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
      keyGenerator: (_req, res) => addressBlock(attributesOf(res as Response).ip),
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
