import { collectDefaultMetrics, Gauge, type Metric, type Registry } from 'prom-client';
import type { Services } from '../context';
import { countedBy } from './define';

/** Adds the numbers of Node itself: once per process. */
export const watchNode = (registry: Registry): void =>
  collectDefaultMetrics({ register: registry });

/** Adds what every process of ours has: what it counts, and how full its pools of connections are. */
export function watchProcess(registry: Registry, services: Pick<Services, 'database'>): void {
  // Its types name what it gives otherwise than what it takes.
  for (const metric of countedBy(services).getMetricsAsArray())
    registry.registerMetric(metric as unknown as Metric);
  const { pools, foreignPools } = services.database;
  const watch = (name: string, help: string, read: (pool: (typeof pools)[string]) => number) => {
    const gauge: Gauge<'pool'> = new Gauge({
      name,
      help,
      labelNames: ['pool'],
      registers: [registry],
      collect: () => {
        // A pool that is closed since is not full.
        gauge.reset();
        for (const [named, pool] of [...Object.entries(pools), ...foreignPools])
          gauge.set({ pool: named }, read(pool));
      },
    });
  };
  watch('database_pool_size', 'Connections that a pool may hold', ({ options }) => options.max);
  watch(
    'database_pool_in_use',
    'Connections of a pool that are lent at this moment',
    ({ totalCount, idleCount }) => totalCount - idleCount,
  );
  watch(
    'database_pool_waiting',
    'Pieces of work that wait for a connection of a pool',
    ({ waitingCount }) => waitingCount,
  );
}
