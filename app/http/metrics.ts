import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { courierReading } from '#modules/webhooks';
import type { Services } from '#platform/context';
import {
  openStreamsOf,
  readerKinds,
  refusedStreamsOf,
  streamLimits,
  readingsOf,
} from '#engine/operations';
import type { LoopWatch } from '#platform/observability/loop-watch';
import type { Duration } from '#platform/base/duration';
import { watchNode, watchProcess, watchReadings } from '#platform/metrics/metrics';

export interface Metrics {
  readonly registry: Registry;
  /** Seconds by method, route pattern and status. */
  readonly requests: Histogram<'method' | 'route' | 'status'>;
}

/** Numbers of this process for Prometheus. `defaults` adds those of Node: once per process. */
export function createMetrics({ defaults }: { defaults: boolean }): Metrics {
  const registry = new Registry();
  if (defaults) watchNode(registry);
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the end of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10, 30],
    registers: [registry],
  });
  return { registry, requests };
}

/** Adds all that the operations port of a web process shows; `streams` is how many of them it may hold. */
export function watchServices(
  metrics: Metrics,
  services: Services,
  { streams, holds }: { streams: number; holds?: Duration },
): void {
  watchProcess(metrics.registry, services);
  watchReadings(metrics.registry, [...readingsOf(services), courierReading(services)], holds);
  watchStreams(metrics, services, streams);
}

/** Adds the live streams of this process: how many are open by who reads, and how many each limit has refused. */
export function watchStreams(
  { registry }: Metrics,
  services: Pick<Services, 'database'>,
  most: number,
): void {
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
  const limit: Gauge = new Gauge({
    name: 'live_streams_limit',
    help: 'Live streams that the process may hold',
    registers: [registry],
  });
  limit.set(most);
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

/** Adds how often the watch over the loop has ended the process; a scrape after the restart still sees it. */
export function watchEnds({ registry }: Metrics, watch: Pick<LoopWatch, 'recentEnds'>): void {
  const ends: Gauge = new Gauge({
    name: 'web_watch_ends',
    help: 'How often web processes of this data folder were ended in ten minutes because their loop stood still',
    registers: [registry],
    collect: () => ends.set(watch.recentEnds()),
  });
}
