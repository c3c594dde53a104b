import express, { type Express } from 'express';
import type { Probe } from '#platform/process/readiness';
import { healthRoutes } from './health';
import type { Metrics } from './metrics';

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
