import express, { type Express, type RequestHandler, Router } from 'express';
import { noteRefusedStream } from '#engine/operations';
import { after, days } from '#platform/base/duration';
import { defaultLocale, locales } from '#platform/base/locale';
import type { Env } from '#platform/config/env';
import type { Services } from '#platform/context';
import type { LoopWatch } from '#platform/observability/loop-watch';
import type { Probe } from '#platform/process/readiness';
import { answerFailures, ownLocations } from './edge/answer-failures';
import { boundBody } from './edge/bound-body';
import {
  checkDataAddress,
  checkDataQuery,
  checkMediaType,
  checkMethod,
  checkOrigin,
  checkTarget,
} from './edge/checks';
import { draftsForStaff } from './edge/drafts';
import { findCall } from './edge/find-call';
import { identify } from './edge/identify';
import { keptPages } from './edge/kept-pages';
import {
  mostConnections,
  type MostConnections,
  type RateLimits,
  rateLimits,
  ratesOf,
  type Shares,
  sharesOf,
} from './edge/limits';
import type { BuildSource } from './edge/locals';
import { logRequests, takeIn } from './edge/log-requests';
import { remix } from './edge/remix';
import { securityHeaders } from './edge/security-headers';
import { boundedCompression, staticFiles } from './edge/static-files';
import { underWay } from './edge/under-way';
import { healthRoutes } from './health';
import { createMetrics, type Metrics } from './metrics';
import { textIn } from '#app/i18n/server';

export interface AppParts {
  readonly services: Services;
  readonly build: BuildSource;
  /** Folder of the browser build; absent where Vite or nobody serves it. */
  readonly clientFolder?: string;
  /** Folder of the staff console's build, served below `/console`; absent where nobody built it. */
  readonly consoleFolder?: string;
  readonly vite?: RequestHandler;
  readonly rates?: RateLimits;
  readonly shares?: Shares;
  readonly most?: MostConnections;
  readonly metrics?: Metrics;
  readonly probes?: readonly Probe[];
  /** Over the loop of the process; absent where none watches. */
  readonly watch?: LoopWatch;
}

/** The layers in the order in which a request meets them; each refuses with an `AppError` or passes on. */
export function createApp(parts: AppParts): Express {
  const { services, build, vite } = parts;
  const { env } = services;
  const metrics = parts.metrics ?? createMetrics({ defaults: false });
  const app = express();
  app.disable('x-powered-by').disable('etag').disable('query parser');
  app.set('trust proxy', env.TRUST_PROXY);
  app.use(identify(services), findCall(build));
  app.use(logRequests(build, metrics));
  app.use(ownLocations, securityHeaders(env, vite !== undefined));
  // Probes ask by address, not by name.
  app.use(healthRoutes(parts.probes ?? []));
  if (parts.watch) app.use(takeIn(build, parts.watch));
  const { streams } = parts.most ?? mostConnections;
  const shares = parts.shares ?? sharesOf(env.mode);
  app.use(underWay(shares, streams, (limit) => noteRefusedStream(services, limit)));
  app.use(checkTarget(env), checkDataAddress, checkMethod);
  app.use(boundedCompression());
  if (parts.clientFolder) app.use(staticFiles(parts.clientFolder));
  if (parts.consoleFolder)
    app.use('/console', staticFiles(parts.consoleFolder, vite !== undefined));
  if (vite) app.use(vite);
  app.use(securityTxt(env));
  app.use(rateLimits(parts.rates ?? ratesOf(env.mode), services));
  app.use(checkOrigin(env), checkDataQuery, checkMediaType, boundBody);
  // Sources may change under a page.
  if (!vite) app.use(keptPages(services));
  app.use(draftsForStaff(services));
  const mode = vite ? 'development' : 'production';
  const { consoleFolder, clientFolder } = parts;
  app.use(remix({ services, build, mode, consoleFolder, clientFolder }));
  app.use(answerFailures);
  return app;
}

/** Told as the day until which what it says holds; asked again each time, so it never runs out. */
const holdsFor = days(180);

/** Whom to inform of a weakness, for machines (RFC 9116), and how it is dealt with, for people. */
function securityTxt(env: Pick<Env, 'PUBLIC_URL' | 'SECURITY_CONTACT'>): Router {
  const router = Router({ strict: true, caseSensitive: true });
  const address = (path: string) => `${env.PUBLIC_URL}/.well-known/${path}`;
  router.get('/.well-known/security.txt', (_req, res) => {
    const expires = after(new Date(), holdsFor).toISOString().replace(/T.*/, 'T00:00:00Z');
    const lines = [
      `Contact: ${contactOf(env)}`,
      `Expires: ${expires}`,
      `Preferred-Languages: ${locales.join(', ')}`,
      `Canonical: ${address('security.txt')}`,
      `Policy: ${address('security-policy.txt')}`,
    ];
    res.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`);
  });
  router.get('/.well-known/security-policy.txt', (_req, res) => {
    res.type('text/plain; charset=utf-8').send(textIn(defaultLocale)('public.security_policy'));
  });
  return router;
}

/** Pages may be named over https only, so a demo names an address. */
function contactOf({ PUBLIC_URL, SECURITY_CONTACT }: Parameters<typeof securityTxt>[0]): string {
  if (SECURITY_CONTACT)
    return SECURITY_CONTACT.startsWith('https:') ? SECURITY_CONTACT : `mailto:${SECURITY_CONTACT}`;
  return PUBLIC_URL.startsWith('https:')
    ? `${PUBLIC_URL}/contact`
    : 'mailto:security@clinics.example';
}
