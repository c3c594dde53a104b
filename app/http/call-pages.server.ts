import type { z } from 'zod';
import type { Call } from '#platform/base/call';
import { statusOf } from './errors';
import { failureCodesOf, jsonSchemaOf } from './openapi.server';
import { schemaLines, type SchemaLine } from './schema-lines';

/** One call as `/api/docs` shows it. */
export interface CallPage {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly audience: string;
  readonly type: 'json' | 'multipart';
  readonly parts: ReadonlyArray<{ name: Part; lines: readonly SchemaLine[] }>;
  readonly status: number;
  readonly failures: ReadonlyArray<{ code: string; status: number }>;
}

export type Part = 'params' | 'query' | 'body' | 'data';

const parts = ['params', 'query', 'body', 'data'] as const;

const linesOf = (schema: z.ZodType | undefined, part: Part): SchemaLine[] =>
  schema ? schemaLines(jsonSchemaOf(schema, part === 'data' ? 'output' : 'input')) : [];

/** The calls by module, for reading. */
export function callPages(calls: readonly Call[]): Array<{ module: string; calls: CallPage[] }> {
  const moduleOf = ({ id }: Call) => id.split('.')[0]!;
  return [...new Set(calls.map(moduleOf))].map((module) => ({
    module,
    calls: calls.filter((call) => moduleOf(call) === module).map(pageOf),
  }));
}

const pageOf = (call: Call): CallPage => ({
  id: call.id,
  method: call.method,
  path: `/api${call.path}`,
  summary: call.summary,
  audience: call.audience,
  type: call.multipart ? 'multipart' : 'json',
  parts: parts
    .map((name) => ({ name, lines: linesOf(call[name], name) }))
    .filter(({ lines }) => lines.length > 0),
  status: call.status ?? 200,
  failures: failureCodesOf(call)
    .map((code) => ({ code, status: statusOf(code) }))
    .sort((a, b) => a.status - b.status),
});
