import type { RequestHandler, Response } from 'express';
import helmet from 'helmet';
import type { Env } from '#platform/config/env';
import { commonDirectives } from './content-policy';
import { attributesOf } from './locals';

const permissions = [
  'camera=(self)',
  'accelerometer=()',
  'browsing-topics=()',
  'display-capture=()',
  'geolocation=()',
  'gyroscope=()',
  'magnetometer=()',
  'microphone=()',
  'payment=()',
  'usb=()',
].join(', ');

const nonce = (_req: unknown, res: unknown) => `'nonce-${attributesOf(res as Response).nonce}'`;

/** Vite's dev client puts styles into the page without a nonce and listens on a port of its own; the built product does neither. */
const directives = (dev: boolean) => ({
  ...commonDirectives,
  scriptSrc: [nonce, "'strict-dynamic'"],
  styleSrc: dev ? ["'self'", "'unsafe-inline'"] : ["'self'", nonce],
  connectSrc: dev ? ["'self'", 'ws:'] : ["'self'"],
});

/**
 * A browser sends `Sec-Fetch-Site` only to addresses it trusts. On the others `Origin` is all there is to
 * know a form's sender by, and `no-referrer` would blank it out as well.
 */
const referrerPolicy = (publicUrl: string) =>
  /^https:|^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|$)/.test(publicUrl)
    ? 'no-referrer'
    : 'same-origin';

/** The headers of security 70 and 71, on every answer, failures included; nothing is stored unless it says so. */
export function securityHeaders(env: Env, dev = false): RequestHandler {
  const protect = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: directives(dev) },
    strictTransportSecurity: env.secureCookies
      ? { maxAge: 31_536_000, includeSubDomains: true }
      : false,
    referrerPolicy: { policy: referrerPolicy(env.PUBLIC_URL) },
    xFrameOptions: { action: 'deny' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
  });
  return (req, res, next) => {
    res.setHeader('Permissions-Policy', permissions);
    res.setHeader('Cache-Control', 'no-store');
    protect(req, res, next);
  };
}
