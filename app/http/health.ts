import { Router, type Response } from 'express';
import type { Probe } from '#platform/readiness';
import { milliseconds, type Duration } from '#platform/duration';

/** A probe that has not answered by then counts as failed: whoever asks must not wait for a hanging database. */
const patience: Duration = milliseconds(2_500);

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

/** The answer, or `otherwise` when it fails or takes too long. */
export function withinPatience<T>(answer: Promise<T>, otherwise: T): Promise<T> {
  const late = new Promise<T>((resolve) => {
    setTimeout(() => resolve(otherwise), patience).unref();
  });
  return Promise.race([answer.catch(() => otherwise), late]);
}

/** Whoever asks while an answer is under way shares it: strangers ask here too. */
function together<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null;
  return () =>
    (running ??= work().finally(() => {
      running = null;
    }));
}
