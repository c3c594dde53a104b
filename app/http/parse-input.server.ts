import type { z } from 'zod';
import type { Call } from '#platform/base/call';
import { AppError } from '#platform/base/errors';
import { hasMarkRun, marksRefused, normalized } from '#platform/text/text';

type Parsed<S> = S extends z.ZodType ? z.output<S> : Record<string, never>;

/** What a handler receives: path parameters, query and body, each through its schema. */
export interface InputOf<C extends Call> {
  params: Parsed<C['params']>;
  query: Parsed<C['query']>;
  body: Parsed<C['body']>;
}

/** Parses the three inputs of a call; throws `malformed_json`, `unsupported_media_type` or `validation_failed`. */
export async function parseInput<C extends Call>(
  call: C,
  request: Request,
  params: Record<string, string | undefined>,
): Promise<InputOf<C>> {
  return {
    params: checkInput(call.params, cleanParams(params)),
    query: checkInput(call.query, cleanQuery(new URL(request.url).searchParams)),
    body:
      call.body && !call.multipart ? checkInput(call.body, await readBody(call.body, request)) : {},
  } as InputOf<C>;
}

/** A call whose body may say nothing at all takes none as well: `POST /leads/{id}/cancel` without a reason. */
async function readBody(schema: z.ZodType, request: Request): Promise<unknown> {
  const bytes = await request.arrayBuffer();
  const isEmpty = bytes.byteLength === 0;
  if (isEmpty && schema.safeParse({}).success) return {};
  if (isEmpty && request.headers.get('Content-Type') === null) throw new AppError('malformed_json');
  return cleanJson(readJson(request, bytes));
}

function readJson(request: Request, bytes: ArrayBuffer): unknown {
  const [type, ...parameters] = (request.headers.get('Content-Type') ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  if (type !== 'application/json') throw new AppError('unsupported_media_type');
  const charset = parameters.find((parameter) => parameter.startsWith('charset='));
  if (charset && !/^charset="?utf-?8"?$/.test(charset)) throw new AppError('malformed_json');
  try {
    // Fatal: half characters must not turn into others. A byte order mark stays and is no JSON (RFC 8259).
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return JSON.parse(text) as unknown;
  } catch {
    throw new AppError('malformed_json');
  }
}

/** Input that was read elsewhere, through its schema; throws `validation_failed`. */
export function checkInput(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return {};
  const result = schema.safeParse(value, { error: plainWords });
  if (result.success) return result.data;
  throw new AppError('validation_failed', {
    ...fieldErrors(result.error),
    reason: reasonOf(result.error),
  });
}

const reasons = 'error.validation_failed.';

/** A field may get the message of the whole form: it is one of the code's own. */
const reasonOf = ({ issues }: z.ZodError): string | undefined =>
  issues.find(({ message }) => message.startsWith(reasons))?.message.slice(reasons.length);

/** An answer must not grow with what it refuses. */
const mostUnknown = 10;
const mostFields = 50;

/** Messages by dotted field path, as the envelope's `errors` holds them; the first of many, and how many more. */
function fieldErrors(error: z.ZodError): Pick<AppError['details'], 'fields' | 'values'> {
  const fields = new Map<string, string[]>();
  let unknown = 0;
  let unsaid = 0;
  const add = (path: PropertyKey[], message: string) => {
    const key = fieldName(path.map(String));
    if (fields.size >= mostFields && !fields.has(key)) unsaid += 1;
    else fields.set(key, [...new Set([...(fields.get(key) ?? []), message])]);
  };
  for (const issue of error.issues) {
    if (issue.code !== 'unrecognized_keys') add(issue.path, issue.message);
    else
      for (const key of issue.keys) {
        unknown += 1;
        if (unknown <= mostUnknown) add([...issue.path, key], issue.message);
      }
  }
  unsaid += Math.max(0, unknown - mostUnknown);
  if (unsaid > 0) fields.set('_', [...(fields.get('_') ?? []), 'error.more']);
  return {
    fields: Object.fromEntries(fields),
    ...(unsaid > 0 ? { values: { count: unsaid } } : {}),
  };
}

/** Deeper than any input of ours; a bound for everything that walks it later. */
const maxDepth = 100;

/** Postgres stores neither NUL nor half a surrogate pair. */
// eslint-disable-next-line no-control-regex
const unstorable = /\u0000|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
// eslint-disable-next-line no-control-regex
const control = /[\u0000-\u001f\u007f-\u009f]/;

/** Names are given back to whoever sent them, so long ones are cut. */
const longestName = 100;

/** A field's dotted path, as answers name it. */
const fieldName = (path: readonly string[]): string => {
  const name = path.join('.') || '_';
  return name.length > longestName
    ? `${name.slice(0, longestName).replace(/[\ud800-\udbff]$/, '')}…`
    : name;
};

interface Place {
  readonly path: readonly string[];
  readonly refused: RegExp;
}

/**
 * JSON as it came, made safe for schemas: NFC, bounded depth, finite numbers, no `__proto__`. Throws
 * `malformed_json`, or `validation_failed` at the field whose text cannot be stored.
 */
const cleanJson = (value: unknown): unknown => clean(value, { path: [], refused: unstorable });

function clean(value: unknown, place: Place): unknown {
  if (typeof value === 'string') return cleanText(value, place);
  if (typeof value === 'number' && !Number.isFinite(value)) throw new AppError('malformed_json');
  if (typeof value !== 'object' || value === null) return value;
  if (place.path.length >= maxDepth) throw new AppError('malformed_json');
  const within = (key: string) => ({ ...place, path: [...place.path, key] });
  if (Array.isArray(value)) return value.map((item, index) => clean(item, within(String(index))));
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => {
      if (key === '__proto__' || unstorable.test(key)) throw new AppError('malformed_json');
      return [key, clean(member, within(key))];
    }),
  );
}

function cleanText(text: string, { path, refused }: Place): string {
  const unfit = (why: string) =>
    new AppError('validation_failed', { fields: { [fieldName(path)]: [why] } });
  if (refused.test(text)) throw unfit('error.unfit_text');
  if (hasMarkRun(text)) throw unfit(marksRefused);
  return normalized(text, 'NFC');
}

/** Path parameters: one line of text each. Throws `validation_failed`. */
const cleanParams = (params: Record<string, string | undefined>): object =>
  clean(params, { path: [], refused: control }) as object;

/** A query: as {@link cleanParams}, and each name once, since readers differ over which of two counts. */
export function cleanQuery(query: URLSearchParams): object {
  const seen = new Set<string>();
  const twice = [...query.keys()].find((name) => seen.size === seen.add(name).size);
  if (twice !== undefined)
    throw new AppError('validation_failed', {
      fields: { [fieldName([twice])]: ['error.given_twice'] },
    });
  return cleanParams(Object.fromEntries(query));
}

/** For what a schema has no words of its own for; the library's are for developers. Keys of messages. */
export const plainWords: z.core.$ZodErrorMap = ({ code, input }) => {
  if (code === 'unrecognized_keys') return 'error.unknown_field';
  return input === undefined ? 'error.missing_value' : 'error.invalid_value';
};
