import { AsyncLocalStorage } from 'node:async_hooks';
import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Context,
  type Span,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type SpanExporter,
} from '@opentelemetry/sdk-trace';
import { minutes, seconds } from '../../base/duration';
import type { Logger } from '../log';
import type { OpenSpan, Piece, Tracer } from './span';

export interface OtlpOptions {
  /** Where OTLP over HTTP is taken; the one address that is spoken to. */
  readonly endpoint: string;
  /** Of how many requests and jobs, from 0 to 1. */
  readonly share: number;
  /** Which process it is: web or worker. */
  readonly process: string;
  readonly log: Logger;
}

const kinds = {
  server: SpanKind.SERVER,
  consumer: SpanKind.CONSUMER,
  client: SpanKind.CLIENT,
  internal: SpanKind.INTERNAL,
} as const;

/** What is around a piece of work while it runs. */
interface Around {
  readonly span: Span;
  ended: boolean;
}

/** Sends spans to a collector by OpenTelemetry's own means. What cannot be sent is dropped, and never waited for. */
export function openOtlp({ endpoint, share, process, log }: OtlpOptions): Tracer {
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`;
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: seconds(5) });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'clinic-marketplace',
      'service.instance.id': process,
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: telling(exporter, log),
        scheduledDelayMillis: seconds(2),
        exportTimeoutMillis: seconds(5),
      }),
    ],
  });
  const tracer = provider.getTracer('clinic-marketplace');
  const around = new AsyncLocalStorage<Around>();

  const open = (span: Span): OpenSpan => {
    const own: Around = { span, ended: false };
    return {
      within: (work) => around.run(own, work),
      end: ({ name, attributes, failure } = {}) => {
        own.ended = true;
        if (name) span.updateName(name);
        if (attributes) span.setAttributes(attributes);
        if (failure) {
          span.setStatus({ code: SpanStatusCode.ERROR });
          span.setAttribute('error.type', failure);
        }
        span.end();
      },
    };
  };
  /** What goes on after its end, in the background, belongs to nothing. */
  const openAround = (): Span | null => {
    const found = around.getStore();
    return found && !found.ended ? found.span : null;
  };
  return {
    begin: ({ name, kind, attributes, cause }: Piece) => {
      const outer = openAround();
      if (kind === 'client' && !outer) return null;
      const parent = cause
        ? causedBy(cause)
        : outer
          ? trace.setSpan(ROOT_CONTEXT, outer)
          : ROOT_CONTEXT;
      return open(tracer.startSpan(name, { kind: kinds[kind], attributes }, parent));
    },
    here: () => {
      const context = openAround()?.spanContext();
      if (!context) return undefined;
      const flags = context.traceFlags & TraceFlags.SAMPLED ? '01' : '00';
      return `00-${context.traceId}-${context.spanId}-${flags}`;
    },
    // What is left and cannot be sent is dropped: nobody's stop waits or fails for it.
    close: () => provider.shutdown().catch(() => undefined),
  };
}

/** What is malformed causes nothing: it begins a trace of its own. */
function causedBy(cause: string): Context {
  const [, traceId, spanId, flags] =
    /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(cause) ?? [];
  if (!traceId || !spanId || !flags) return ROOT_CONTEXT;
  const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}

const quiet = minutes(10);

/** The exporter, which says in the log that nothing is taken, once in a while. */
function telling(exporter: OTLPTraceExporter, log: Logger): SpanExporter {
  let saidAt = -Infinity;
  return {
    export: (spans, done) =>
      exporter.export(spans as never, (result) => {
        if (result.error && performance.now() - saidAt > quiet) {
          saidAt = performance.now();
          log.warn({ err: result.error, spans: spans.length }, 'traces not sent');
        }
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush(),
  };
}
