import express, { type Express, type Response, Router } from 'express';
import { withinPatience } from '#platform/metrics/metrics';
import type { Probe } from '#platform/process/readiness';
import type { Metrics } from './metrics';

/**
 * `/healthz` says that the process lives, `/readyz` whether it can serve and which part fails; neither says more, and
 * neither changes anything.
 */
export function healthRoutes(probes: readonly Probe[]): Router {
  const router = Router({ strict: true });
  const ask = together(() =>
    Promise.all(probes.map(async (probe) => [probe.name, await isFine(probe)] as const)),
  );
  router.get('/healthz', (_req, res) => answer(res, 200, { status: 'up' }));
  router.get('/readyz', async (_req, res) => {
    const states = await ask();
    const ready = states.every(([, fine]) => fine);
    const checks = Object.fromEntries(states.map(([name, fine]) => [name, fine ? 'ok' : 'failed']));
    answer(res, ready ? 200 : 503, { status: ready ? 'ready' : 'unavailable', checks });
  });
  return router;
}

function answer(res: Response, status: number, body: object): void {
  res.status(status).json(body);
}

const isFine = (probe: Probe): Promise<boolean> =>
  withinPatience(
    probe.check().then(() => true),
    false,
  );

/** Whoever asks while an answer is under way shares it: strangers ask here too. */
function together<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null;
  return () =>
    (running ??= work().finally(() => {
      running = null;
    }));
}

/** What only the operator's network reaches: the numbers, and the probes once more. */
export function createOpsApp(metrics: Metrics, probes: readonly Probe[]): Express {
  const app = express().disable('x-powered-by');
  app.use(healthRoutes(probes));
  app.get('/metrics', async (_req, res) => {
    res.setHeader('Content-Type', metrics.registry.contentType);
    res.end(await metrics.registry.metrics());
  });
  return app;
}
