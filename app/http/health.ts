import { Router, type Response } from 'express';
import type { Probe } from '#platform/readiness';
import { milliseconds, type Duration } from '#platform/duration';

/** A probe that has not answered by then counts as failed: whoever asks must not wait for a hanging database. */
const patience: Duration = milliseconds(2_500);

/** `/healthz` says that the process lives, `/readyz` whether it can serve; both say which part fails and nothing else. */
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

async function isFine(probe: Probe): Promise<boolean> {
  const late = new Promise<false>((resolve) => {
    setTimeout(() => resolve(false), patience).unref();
  });
  const fine = probe.check().then(
    () => true,
    () => false,
  );
  return Promise.race([fine, late]);
}

/** Whoever asks while an answer is under way shares it: strangers ask here too, and a probe writes to the store. */
function together<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null;
  return () =>
    (running ??= work().finally(() => {
      running = null;
    }));
}
