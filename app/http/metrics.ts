import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Services } from '#platform/context';
import { openStreamsOf, readerKinds, refusedStreamsOf, streamLimits } from '#platform/live';
import type { Condition } from '#platform/readiness';
import { withinPatience } from './health';

export interface Metrics {
  readonly registry: Registry;
  /** Seconds by method, route pattern and status. */
  readonly requests: Histogram<'method' | 'route' | 'status'>;
}

/** Numbers of this process for Prometheus. `defaults` adds those of Node: once per process. */
export function createMetrics({ defaults }: { defaults: boolean }): Metrics {
  const registry = new Registry();
  if (defaults) collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the end of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10, 30],
    registers: [registry],
  });
  return { registry, requests };
}

/** Adds numbers that are asked for at each scrape; NaN for one that could not be had in time. */
export function watchConditions({ registry }: Metrics, conditions: readonly Condition[]): void {
  for (const { name, help, read } of conditions) {
    const gauge: Gauge = new Gauge({
      name,
      help,
      registers: [registry],
      collect: async () => gauge.set(await withinPatience(read(), NaN)),
    });
  }
}

/** Adds the live streams of this process: how many are open by who reads, and how many each limit has refused. */
export function watchStreams({ registry }: Metrics, services: Pick<Services, 'database'>): void {
  const open: Gauge<'reader'> = new Gauge({
    name: 'live_streams_open',
    help: 'Open live streams by kind of reader',
    labelNames: ['reader'],
    registers: [registry],
    collect: () => {
      const counts = openStreamsOf(services);
      for (const reader of readerKinds) open.set({ reader }, counts[reader]);
    },
  });
  const refused: Counter<'limit'> = new Counter({
    name: 'live_streams_refused_total',
    help: 'Live streams that were refused by how many the person, the address or the process held',
    labelNames: ['limit'],
    registers: [registry],
    collect: () => {
      refused.reset();
      const counts = refusedStreamsOf(services);
      for (const limit of streamLimits) refused.inc({ limit }, counts[limit]);
    },
  });
}
