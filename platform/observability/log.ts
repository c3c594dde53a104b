import { pino, type DestinationStream, type Logger } from 'pino';

export type { Logger };

/** Keys whose values never reach a log line, at any of the first three depths. */
const secretKeys = new Set([
  'phone',
  'phoneNumber',
  'email',
  'firstName',
  'lastName',
  'name',
  'fullName',
  'description',
  'notes',
  'medicalHistory',
  'allergies',
  'otpCode',
  'code_hmac',
  'token',
  'password',
  'cookie',
  'authorization',
  'fileName',
  'filename',
  'text',
  'subject',
  'params',
  'query',
  'body',
]);

const depth = 3;

/** The same without what must not be read; copied where something of it is. */
function redacted(value: object, left = depth): object {
  let copy: Record<string, unknown> | undefined;
  for (const [key, inner] of Object.entries(value)) {
    const shown = secretKeys.has(key)
      ? '[redacted]'
      : left > 1
        ? redactedWithin(inner, left)
        : inner;
    if (shown === inner) continue;
    copy ??= (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>;
    copy[key] = shown;
  }
  return copy ?? value;
}

/** Errors have a form of their own, and what writes itself is no bearer of keys. */
function redactedWithin(value: unknown, left: number): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Error) return value;
  if ('toJSON' in value) return value;
  return redacted(value, left - 1);
}

/**
 * An error as it may be logged: its type, code and stack frames. Drivers put parameters into messages
 * and `DrizzleQueryError` puts them into the stack's first lines, so both are left out.
 */
export function loggableError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code, cause } = error as Error & { code?: unknown };
  return {
    type: error.name,
    ...(typeof code === 'string' ? { code } : {}),
    frames: (error.stack ?? '')
      .split('\n')
      .filter((line) => /^\s+at /.test(line))
      .slice(0, 12)
      .map((line) => line.trim()),
    ...(cause ? { cause: loggableError(cause) } : {}),
  };
}

/**
 * Standard output, written at once. What pino would write later it writes again and again when the process
 * ends, and a reader that is gone (a killed supervisor) keeps the process for good. A line that cannot be
 * written is lost; that ends nothing.
 */
function standardOutput(): DestinationStream {
  const stream = pino.destination({ dest: 1, sync: true, maxLength: 1024 * 1024 });
  stream.on('error', () => undefined);
  return stream;
}

/** One JSON line per entry, on standard output unless set otherwise. */
export function createLogger(
  level: string,
  process: string,
  destination: DestinationStream = standardOutput(),
): Logger {
  const options = {
    level,
    base: { process },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: {
      log: (line: object) => redacted(line) as Record<string, unknown>,
      bindings: (line: object) => redacted(line) as Record<string, unknown>,
    },
    serializers: { err: loggableError, error: loggableError },
  };
  return pino(options, destination);
}
