/** What a span says: words of the code, route patterns, counts and ids of requests; nothing of a person. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** A piece of work that is recorded as one span. */
export interface Piece {
  /** A route pattern, a job, an event: never anything that somebody typed. */
  readonly name: string;
  /** `server` answers somebody, `consumer` takes a job, `client` waits for another process. */
  readonly kind: 'server' | 'consumer' | 'client' | 'internal';
  readonly attributes?: SpanAttributes;
  /** What caused it in another process, as {@link Tracer.here} said it there. */
  readonly cause?: string;
}

/** A span that has begun. */
export interface OpenSpan {
  /** Spans that begin within are below it. */
  within<T>(work: () => T): T;
  /** A failure is named by its type or code alone. */
  end(more?: {
    readonly name?: string;
    readonly attributes?: SpanAttributes;
    readonly failure?: string;
  }): void;
}

/** Where spans go. */
export interface Tracer {
  /** Null for what is not recorded: of a `client` whatever runs within no open span. */
  begin(piece: Piece): OpenSpan | null;
  /** The open span around whoever asks, as a `traceparent` of W3C. */
  here(): string | undefined;
  /** Sends what is left. */
  close(): Promise<void>;
}
