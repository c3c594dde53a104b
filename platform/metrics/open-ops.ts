import { createServer } from 'node:http';
import { Registry } from 'prom-client';
import type { Services } from '../context';
import { watchNode, watchProcess } from './watch-process';

/** That of a worker, as its settings say. */
export const openOps = (services: Services): Promise<() => void> =>
  openOpsAt(services, { port: services.env.WORKER_OPS_PORT, host: services.env.HOST });

/**
 * The operations port of a process that serves nobody else: its numbers at `/metrics`, and that it lives at `/healthz`.
 * The result closes it. A port that is taken is a line in the log and no reason to stop working.
 */
export async function openOpsAt(
  services: Pick<Services, 'database' | 'log'>,
  { port, host }: { readonly port: number; readonly host: string },
): Promise<() => void> {
  const { log } = services;
  const nothing = () => undefined;
  if (port === 0) return nothing;
  const registry = new Registry();
  watchNode(registry);
  watchProcess(registry, services);
  const server = createServer((req, res) => {
    if (req.url === '/healthz') return res.end('{"status":"up"}');
    if (req.url !== '/metrics') return res.writeHead(404).end();
    res.setHeader('Content-Type', registry.contentType);
    void registry.metrics().then((text) => res.end(text));
  });
  return new Promise((resolve) => {
    server.once('error', (err) => {
      log.error({ err }, 'ops.not-listening');
      resolve(nothing);
    });
    server.listen(port, host, () =>
      resolve(() => {
        server.close();
        server.closeAllConnections();
      }),
    );
  });
}
