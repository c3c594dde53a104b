import type { Env } from '../../config/env';
import type { Logger } from '../log';
import { traceTo } from './current';

/** Sends traces from now on where the settings name a collector; without one nothing of OpenTelemetry is loaded. */
export async function openTracing(env: Env, process: string, log: Logger): Promise<void> {
  const endpoint = env.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (!endpoint) return;
  const { openOtlp } = await import('./otlp.server');
  traceTo(openOtlp({ endpoint, share: env.OTEL_TRACES_SAMPLER_ARG, process, log }));
  log.info('traces are sent');
}
