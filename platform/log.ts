import { pino, type DestinationStream, type Logger } from 'pino';

export type { Logger };

/** Keys whose values never reach a log line, at any of the first three depths. */
const secretKeys = [
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
];

const paths = secretKeys.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]);

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

/** One JSON line per entry, on standard output unless told otherwise. */
export function createLogger(
  level: string,
  process: string,
  destination: DestinationStream = standardOutput(),
): Logger {
  const options = {
    level,
    base: { process },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths, censor: '[redacted]' },
    serializers: { err: loggableError, error: loggableError },
  };
  return pino(options, destination);
}
