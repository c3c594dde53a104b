import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** Of the span above it; empty for a root. */
  readonly parentSpanId: string;
  readonly name: string;
  readonly failed: boolean;
  readonly facts: Readonly<Record<string, string | number | boolean>>;
}

interface Payload {
  readonly resourceSpans: ReadonlyArray<{
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: ReadonlyArray<{ readonly spans: readonly WireSpan[] }>;
  }>;
}
interface Attribute {
  readonly key: string;
  readonly value: Readonly<Record<string, string | number | boolean>>;
}
interface WireSpan extends Pick<ReceivedSpan, 'traceId' | 'spanId' | 'name'> {
  readonly parentSpanId?: string;
  readonly status?: { readonly code?: number };
  readonly attributes?: readonly Attribute[];
}

/** A collector that keeps what it is sent: OTLP over HTTP, as JSON. */
export async function startOtlpReceiver() {
  const spans: ReceivedSpan[] = [];
  const requests: Array<{ readonly path: string; readonly body: string }> = [];
  const take = (payload: Payload) => {
    for (const { scopeSpans } of payload.resourceSpans)
      for (const span of scopeSpans.flatMap((scope) => scope.spans)) spans.push(read(span));
  };
  const server = createServer((req, res) => {
    void json(req).then((payload) => {
      requests.push({ path: req.url ?? '', body: JSON.stringify(payload) });
      take(payload as Payload);
      res.setHeader('Content-Type', 'application/json').end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    requests,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const read = (span: WireSpan): ReceivedSpan => ({
  traceId: span.traceId,
  spanId: span.spanId,
  parentSpanId: span.parentSpanId ?? '',
  name: span.name,
  failed: span.status?.code === 2,
  facts: Object.fromEntries(
    (span.attributes ?? []).map(({ key, value }) => [key, Object.values(value)[0]!]),
  ),
});
