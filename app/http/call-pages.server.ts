import type { z } from 'zod';
import type { Call } from '#platform/base/call';
import { statusOf } from './errors';
import { failureCodesOf, jsonSchemaOf } from './openapi.server';

/** One call as `/api/docs` shows it. */
export interface CallPage {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly audience: string;
  /** Of a token that lets software make the call; null where none does. */
  readonly scope: string | null;
  readonly type: 'json' | 'multipart';
  readonly parts: ReadonlyArray<{ name: Part; lines: readonly SchemaLine[] }>;
  readonly status: number;
  readonly failures: ReadonlyArray<{ code: string; status: number }>;
}

export type Part = 'params' | 'query' | 'body' | 'data';

const parts = ['params', 'query', 'body', 'data'] as const;

const linesOf = (schema: z.ZodType | undefined, part: Part): SchemaLine[] =>
  schema ? schemaLines(jsonSchemaOf(schema, part === 'data' ? 'output' : 'input')) : [];

/** Where a call stands in the pages about the calls: its module, of staff's calls also what they are about. */
const partOf = ({ id }: Call): string =>
  id
    .split('.')
    .slice(0, id.startsWith('admin.') ? 2 : 1)
    .join('-');

/** All calls by part, for choosing one. */
export function callContents(
  calls: readonly Call[],
): Array<{ part: string; calls: Array<Pick<CallPage, 'id' | 'summary'>> }> {
  return [...new Set(calls.map(partOf))].map((part) => ({
    part,
    calls: calls
      .filter((call) => partOf(call) === part)
      .map(({ id, summary }) => ({ id, summary })),
  }));
}

/** The calls of one part, for reading; none of a part that is not there. */
export const callPages = (calls: readonly Call[], part: string): CallPage[] =>
  calls.filter((call) => partOf(call) === part).map(pageOf);

const pageOf = (call: Call): CallPage => ({
  id: call.id,
  method: call.method,
  path: `/api${call.path}`,
  summary: call.summary,
  audience: call.audience,
  scope: call.scope ?? null,
  type: call.multipart ? 'multipart' : 'json',
  parts: parts
    .map((name) => ({ name, lines: linesOf(call[name], name) }))
    .filter(({ lines }) => lines.length > 0),
  status: call.status ?? 200,
  failures: failureCodesOf(call)
    .map((code) => ({ code, status: statusOf(code) }))
    .sort((a, b) => a.status - b.status),
});

/** One member of a schema, for people: `photos[].id`, `string (uuid)`, required or not. */
interface SchemaLine {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
}

interface Schema {
  type?: string | string[];
  format?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
}

/** The members of an object schema in order, nested ones under their path. */
function schemaLines(schema: object, path = ''): SchemaLine[] {
  const { properties = {}, required = [] } = schema as Schema;
  return Object.entries(properties).flatMap(([key, member]) => {
    const name = path ? `${path}.${key}` : key;
    const line = { name, type: typeOf(member), required: required.includes(key) };
    const [place, inner] = nested(member, name);
    return [line, ...(inner ? schemaLines(inner, place) : [])];
  });
}

const alternatives = (schema: Schema): Schema[] => schema.anyOf ?? schema.oneOf ?? [schema];

function nested(schema: Schema, name: string): [string, Schema?] {
  const inner = alternatives(schema).find((each) => each.properties ?? each.items?.properties);
  if (inner?.properties) return [name, inner];
  return [`${name}[]`, inner?.items];
}

function typeOf(schema: Schema): string {
  const parts = alternatives(schema);
  if (parts.length > 1) return [...new Set(parts.map(typeOf))].join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.type === 'array') return `array of ${schema.items ? typeOf(schema.items) : 'any'}`;
  return `${[schema.type ?? 'any'].flat().join(' | ')}${limits(schema)}`;
}

function limits({ format, minLength, maxLength, minimum, maximum }: Schema): string {
  const shown = [
    format,
    minLength ? `at least ${minLength}` : undefined,
    maxLength ? `at most ${maxLength}` : undefined,
    minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER ? `from ${minimum}` : undefined,
    maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER ? `to ${maximum}` : undefined,
  ].filter(Boolean);
  return shown.length > 0 ? ` (${shown.join(', ')})` : '';
}
