import path from 'node:path';
import type { ServerBuild } from '@remix-run/node';
import { watchContent } from '#modules/content';
import { exitInTime } from '#platform/base/stop-times';
import type { Services } from '#platform/context';
import { keepIncomingSwept } from '#platform/files/upload';
import { guardServices } from '#platform/metrics/guarded-egress';
import { endOnFault } from '#platform/observability/end-on-fault';
import { watchLoop } from '#platform/observability/loop-watch';
import { endTracing, openTracing } from '#platform/observability/tracing';
import { readSteps } from '#platform/process/migrate';
import { probesOf } from '#platform/process/readiness';
import { closeServices, openServices } from '#platform/process/services';
import { watchSettings } from '#platform/settings/settings';
import { eventSteps } from '#workflows';
import { type AppParts, createApp } from './create-app';
import { mostConnections, sharesOf } from './edge/limits';
import { createOpsApp } from './health';
import { listen, type Listening } from './listen';
import { createMetrics, watchEnds, watchServices } from './metrics';

interface Sources {
  /** Whether the routes come from their sources. */
  readonly development: boolean;
  /** The routes as they were built. */
  readonly routes: () => Promise<ServerBuild>;
}

/**
 * The web process: opens the services, listens, and ends in order on SIGTERM or SIGINT. Works from the
 * project's folder.
 */
export async function main({ development, routes }: Sources): Promise<void> {
  const services = openServices('web', eventSteps);
  const { env, log } = services;
  endOnFault(log);
  guardServices(services);
  await openTracing(env, 'web', log);
  watchSettings(services);
  watchContent(services);
  const metrics = createMetrics({ defaults: true });
  const probes = probesOf(services, readSteps('migrations'));
  const parts = development
    ? await startVite()
    : { build: await routes(), clientFolder: path.resolve('build/client') };
  // Vite works in this process, longer than the watch bears.
  const watch = development ? undefined : watchLoop(env, log);
  if (watch) watchEnds(metrics, watch);
  const app = createApp({
    services,
    metrics,
    probes,
    watch,
    consoleFolder: path.resolve('build/console'),
    ...parts,
  });
  // Behind a proxy every connection comes from the proxy.
  const socketsPerAddress = env.TRUST_PROXY === 0 ? sharesOf(env.mode).sockets : undefined;
  const listening = [await listen(app, env.PORT, env.HOST, { socketsPerAddress })];
  if (env.OPS_PORT > 0) {
    watchServices(metrics, services, mostConnections);
    listening.push(await listen(createOpsApp(metrics, probes), env.OPS_PORT, env.HOST));
  }
  keepIncomingSwept(env.DATA_DIR, (err) => log.warn({ err }, 'uploads.sweep-failed'));
  log.info({ port: listening[0]!.port, mode: env.mode }, 'http.listening');
  endOnSignal(services, listening);
}

function endOnSignal(services: Services, listening: readonly Listening[]): void {
  let ending = false;
  const end = async () => {
    if (ending) return;
    ending = true;
    services.log.info('http.stopping');
    exitInTime();
    await Promise.all(listening.map((each) => each.stop()));
    await closeServices(services);
    await endTracing();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void end());
}

/** Routes from their sources, reloaded as they change. */
async function startVite(): Promise<Pick<AppParts, 'build' | 'vite'>> {
  const { createServer } = await import('vite');
  const server = await createServer({ server: { middlewareMode: true } });
  return {
    vite: server.middlewares,
    build: () => server.ssrLoadModule('virtual:remix/server-build') as Promise<ServerBuild>,
  };
}
