import { Writable } from 'node:stream';
import { createLogger, type Logger } from '#platform/observability/log';

export interface CapturedLog {
  readonly log: Logger;
  readonly lines: Array<Record<string, unknown>>;
}

/** A logger without output; what it was given lies in `lines`, as it would have been written. */
export function captureLog(): CapturedLog {
  const lines: Array<Record<string, unknown>> = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(JSON.parse(chunk.toString()) as Record<string, unknown>);
      done();
    },
  });
  return { log: createLogger('debug', 'test', stream), lines };
}
