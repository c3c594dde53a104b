import type { z } from 'zod';
import type { Call } from '#platform/call';
import { AppError } from '#platform/errors';

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
  const query = Object.fromEntries(new URL(request.url).searchParams);
  return {
    params: check(call.params, params),
    query: check(call.query, query),
    body: call.body && !call.multipart ? check(call.body, await readJson(request)) : {},
  } as InputOf<C>;
}

async function readJson(request: Request): Promise<unknown> {
  const type = (request.headers.get('Content-Type') ?? '').split(';')[0]!.trim().toLowerCase();
  if (type !== 'application/json') throw new AppError('unsupported_media_type');
  try {
    return JSON.parse(await request.text()) as unknown;
  } catch {
    throw new AppError('malformed_json');
  }
}

function check(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return {};
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new AppError('validation_failed', { fields: fieldErrors(result.error) });
}

/** Messages by dotted field path, as the envelope's `errors` holds them. */
export function fieldErrors(error: z.ZodError): Record<string, string[]> {
  const fields: Record<string, string[]> = {};
  for (const issue of error.issues) {
    const key = issue.path.join('.') || '_';
    (fields[key] ??= []).push(issue.message);
  }
  return fields;
}
