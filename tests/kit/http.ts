import type { AppLoadContext, LoaderFunctionArgs } from '@remix-run/node';
import type { Express, RequestHandler } from 'express';
import { unfitAnswer } from '#app/http/api.server';
import { table } from '#app/api/table.server';
import { callTable, entryFor, segmentsOf } from '#app/http/call-table';
import { createApp } from '#app/http/create-app';
import { isPath } from '#app/http/edge/checks';
import { listen, type Listening } from '#app/http/listen';
import type { MostConnections, RateLimits, Shares } from '#app/http/edge/limits';
import { failureCodesOf } from '#app/http/openapi.server';
import type { Call } from '#platform/base/call';
import type { Services } from '#platform/context';
import type { Env } from '#platform/config/env';
import { defaultLocale } from '#platform/base/locale';
import { newId } from '#platform/base/ids';

import type { Probe } from '#platform/process/readiness';
import { sourceBuild } from './server-build';
import { createTestServices, type TestOverrides, type TestServices } from './services';

export interface TestServer extends TestServices {
  /** `http://localhost:<port>`, no slash at the end; also the one origin that counts as own. */
  readonly url: string;
  readonly listening: Listening;
  /** `fetch` of a browser page of ours: own `Origin`, redirects are answers. Paths begin with `/`. */
  request(path: string, init?: RequestInit): Promise<Response>;
}

export interface ServerOptions extends TestOverrides {
  readonly rates?: RateLimits;
  readonly shares?: Shares;
  readonly most?: MostConnections;
  readonly probes?: readonly Probe[];
  /** Files to serve as the browser's half of the build. */
  readonly clientFolder?: string;
  readonly consoleFolder?: string;
  /** In place of Vite, which is there in development alone. */
  readonly vite?: RequestHandler;
}

/** The web process as it runs, from its sources, on a port and a database of its own. */
export async function startTestServer(options: ServerOptions = {}): Promise<TestServer> {
  const listening = await listen(((req, res) => app(req, res)) as Express, 0, '127.0.0.1', {
    most: options.most,
  });
  const url = `http://localhost:${listening.port}`;
  const base = `http://127.0.0.1:${listening.port}`;
  const kit = await createTestServices({
    ...options,
    parsed: { ...originsOf(url, listening.port), ...options.parsed },
  });
  const { rates, shares, most, probes, clientFolder, consoleFolder, vite } = options;
  const app = createApp({
    services: kit.services,
    build: await sourceBuild(),
    rates,
    shares,
    most,
    probes,
    clientFolder,
    consoleFolder,
    vite,
  });
  return {
    ...kit,
    url,
    listening,
    request: async (path, init = {}) => {
      const headers = new Headers(init.headers);
      if (!headers.has('Origin')) headers.set('Origin', base);
      const answer = await fetch(base + path, { redirect: 'manual', ...init, headers });
      await expectDeclared(path, init.method ?? 'GET', answer);
      expectFitting(kit.logged);
      return answer;
    },
    close: async () => {
      listening.server.closeAllConnections();
      await listening.stop();
      await kit.close();
    },
  };
}

/** What the edge answers before a call is looked at; every call may have these besides its own. */
export const ofTheEdge = [
  'method_not_allowed',
  'malformed_request',
  'incomplete_body',
  'request_timeout',
  'headers_too_large',
  'misdirected',
];

const find = callTable(table);

function callFor(method: string, path: string): Call | undefined {
  const place = isPath(path) ? find(segmentsOf(path).slice(1)) : undefined;
  return place && entryFor(place, method)?.call;
}

/** A failure that the API's description does not name would surprise whoever programs against it. */
async function expectDeclared(path: string, method: string, answer: Response): Promise<void> {
  const { pathname } = new URL(path, 'http://localhost');
  const call = pathname.startsWith('/api/') ? callFor(method, pathname) : null;
  // Of HEAD only the headers come, and an address of data is no call's.
  if (!call || answer.status < 400 || method === 'HEAD') return;
  if (/(\.|%2e)data$/i.test(pathname)) return;
  if (!answer.headers.get('Content-Type')?.startsWith('application/json')) return;
  const { code } = (await answer.clone().json()) as { code?: string };
  if (!code || ofTheEdge.includes(code) || failureCodesOf(call).includes(code)) return;
  throw new Error(`${call.id} answers ${code}, which its description does not name`);
}

/** The product lets an unfit value out rather than a list fail; a test must not. */
function expectFitting(logged: TestServices['logged']): void {
  const unfit = logged.find(({ msg }) => msg === unfitAnswer);
  if (unfit)
    throw new Error(`${String(unfit.call)} answers what does not fit at ${String(unfit.at)}`);
}

const originsOf = (url: string, port: number): Partial<Env> => ({
  PUBLIC_URL: url,
  origins: [url, `http://127.0.0.1:${port}`],
  secureCookies: false,
});

type Handler = (args: LoaderFunctionArgs) => unknown;

/** What the server hands to loaders and actions, for calling them without one. */
export const loadContextFor = (services: Services): AppLoadContext => ({
  services,
  requestId: newId(),
  ip: '127.0.0.1',
  styleAt: () => undefined,
  nonce: 'nonce',
  outlet: {
    disconnected: new AbortController().signal,
    drained: () => Promise.resolve(),
    waiting: () => 0,
    cut: () => undefined,
  },
  log: services.log,
  locale: defaultLocale,
  localeIsSaid: false,
});

/**
 * Calls the loader (GET, HEAD) or action of a route module with a request, without a server. Answers with
 * what it returns or throws, so that redirects and errors can be looked at alike.
 */
export async function callRoute(
  route: { loader?: Handler; action?: Handler },
  request: Request,
  services: Services,
  params: Record<string, string> = {},
): Promise<unknown> {
  const handler = ['GET', 'HEAD'].includes(request.method) ? route.loader : route.action;
  if (!handler) throw new Error(`the route has no handler for ${request.method}`);
  try {
    return await handler({ request, params, context: loadContextFor(services) });
  } catch (thrown) {
    if (thrown instanceof Error) throw thrown;
    return thrown;
  }
}
