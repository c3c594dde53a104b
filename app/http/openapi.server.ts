import { z } from 'zod';
import { defineCall, type Audience, type Call } from '#platform/base/call';
import { statusOf } from './errors';

/** Whose events, where one browser holds several sessions. */
export const listenerSchema = z.enum(['patient', 'clinic', 'staff']);

/** The calls that belong to no module: the API about itself. */
export const openapiCall = defineCall({
  id: 'http.openapi',
  route: 'GET /openapi.json',
  summary: 'This document',
  audience: 'public',
});

export const eventsCall = defineCall({
  id: 'live.events',
  route: 'GET /events',
  summary: 'Server-sent events of the session: hints that something shown has changed',
  audience: 'session',
  query: z.strictObject({
    as: listenerSchema.optional(),
    /** The page that listens; a demo is lively while a dashboard is open. */
    page: z.literal('dashboard').optional(),
    /** Milliseconds since the page began to load: what was said meanwhile is heard too. */
    age: z.coerce.number().int().min(0).max(600_000).optional(),
  }),
  failures: ['too_many_requests'],
});

type Json = Record<string, unknown>;
type Direction = 'input' | 'output';

/** A schema as JSON Schema 2020-12, which is the dialect of OpenAPI 3.1. */
export const jsonSchemaOf = (schema: z.ZodType, io: Direction): Json => {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest as Json;
};

/** Any of them opens the call. */
const cookies: Partial<Record<Audience, readonly string[]>> = {
  session: ['patient', 'clinic', 'staff'],
  owner: ['patient', 'clinic'],
  party: ['patient', 'clinic'],
  'approved-party': ['patient', 'clinic'],
  'phone-verified': ['patient'],
  patient: ['patient'],
  'phone-verified-clinic': ['clinic'],
  clinic: ['clinic'],
  'approved-clinic': ['clinic'],
  'clinic-owner': ['clinic'],
  'approved-owner': ['clinic'],
  'clinic-manager': ['clinic'],
  'clinic-doctor': ['clinic'],
  'registering-clinic': ['clinic'],
  'writing-party': ['patient', 'clinic'],
  'dealing-party': ['patient', 'clinic'],
  staff: ['staff'],
  'staff-admin': ['staff'],
};

/** Of every call that takes files: their form, size and kind, and whether there is room and somebody to read them. */
const ofUploads = [
  'malformed_upload',
  'file_too_large',
  'unsupported_file_type',
  'storage_full',
  'busy',
];

/** Not every member of a clinic's team is let in. */
const ofRoles: ReadonlySet<Audience> = new Set([
  ...(['clinic-owner', 'approved-owner', 'clinic-manager', 'clinic-doctor'] as const),
  ...(['writing-party', 'dealing-party', 'registering-clinic'] as const),
]);

/** Every code that a call may fail with: its own, and what its audience, method and inputs imply. */
export function failureCodesOf(call: Call): string[] {
  const takesBody = call.body !== undefined;
  return [
    ...(takesBody && !call.multipart ? ['malformed_json'] : []),
    ...(call.audience === 'public' ? [] : ['unauthenticated', 'forbidden']),
    ...(ofRoles.has(call.audience) ? ['role_forbidden'] : []),
    // Of software whose token was not made for this call; for calls without a scope none is.
    'scope_missing',
    // What is sent along is judged also where a call takes nothing.
    ...(call.method === 'GET' ? [] : ['cross_site', 'payload_too_large', 'unsupported_media_type']),
    // Also of a call that takes nothing, when it is given something.
    'validation_failed',
    ...(call.multipart ? ofUploads : []),
    ...(call.idempotent ? ['idempotency_mismatch'] : []),
    ...(call.failures ?? []),
    'too_many_requests',
    'internal_error',
    'unavailable',
  ].filter((code, index, codes) => codes.indexOf(code) === index);
}

const envelope = (success: boolean, more: Json, required: string[] = []): Json => ({
  type: 'object',
  properties: { success: { const: success }, message: { type: 'string' }, ...more },
  required: ['success', 'message', ...required],
});

const failureEnvelope = envelope(
  false,
  {
    code: { type: 'string' },
    errors: {
      type: 'object',
      additionalProperties: { type: 'array', items: { type: 'string' } },
    },
    requestId: { type: 'string', format: 'uuid' },
  },
  ['code'],
);

const asJson = (schema: Json): Json => ({ 'application/json': { schema } });

function failuresOf(call: Call): Json {
  const byStatus = new Map<number, string[]>();
  for (const code of failureCodesOf(call))
    byStatus.set(statusOf(code), [...(byStatus.get(statusOf(code)) ?? []), code]);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      String(status),
      { description: codes.join(', '), content: asJson(failureOf(call, codes)) },
    ]),
  );
}

/** The envelope of a failure, with the data that one of these codes brings along. */
function failureOf({ failureData = {} }: Call, codes: readonly string[]): Json {
  const failure = { $ref: '#/components/schemas/Failure' };
  const data = codes.flatMap((code) => failureData[code] ?? []);
  if (data.length === 0) return failure;
  const schemas = data.map((schema) => jsonSchemaOf(schema, 'output'));
  return { allOf: [failure, { properties: { data: { anyOf: schemas } } }] };
}

function parametersOf(call: Call): Json[] {
  const of = (schema: z.ZodType | undefined, place: 'path' | 'query'): Json[] => {
    if (!schema) return [];
    const { properties = {}, required = [] } = jsonSchemaOf(schema, 'input') as {
      properties?: Json;
      required?: string[];
    };
    return Object.entries(properties).map(([name, each]) => ({
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      schema: each,
    }));
  };
  const key = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    schema: { type: 'string' },
  };
  return [
    ...of(call.params, 'path'),
    ...of(call.query, 'query'),
    ...(call.idempotent ? [key] : []),
  ];
}

function answerOf(call: Call): Json {
  if (call.bare && call.data) return jsonSchemaOf(call.data, 'output');
  const data = call.data ? { data: jsonSchemaOf(call.data, 'output') } : {};
  return envelope(true, data, Object.keys(data));
}

function operationOf(call: Call): Json {
  const type = call.multipart ? 'multipart/form-data' : 'application/json';
  const answer = asJson(answerOf(call));
  const parameters = parametersOf(call);
  return {
    operationId: call.id,
    tags: [call.id.split('.')[0]],
    summary: call.summary,
    security: [
      ...(cookies[call.audience] ?? []).map((cookie) => ({ [cookie]: [] })),
      ...(call.scope ? [{ token: [call.scope] }] : []),
    ],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(call.body
      ? {
          requestBody: {
            required: true,
            content: { [type]: { schema: jsonSchemaOf(call.body, 'input') } },
          },
        }
      : {}),
    responses: {
      [String(call.status ?? 200)]: { description: call.summary, content: answer },
      ...(call.idempotent && call.status === 201
        ? { '200': { description: 'The same key again', content: answer } }
        : {}),
      ...failuresOf(call),
    },
  };
}

/** The OpenAPI 3.1 document of the calls: nothing in it is written by hand. */
export function openapiDocument(calls: readonly Call[], { title }: { title: string }): Json {
  const paths: Record<string, Json> = {};
  for (const call of calls)
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operationOf(call) };
  const cookie = (name: string) => ({ type: 'apiKey', in: 'cookie', name });
  return {
    openapi: '3.1.0',
    info: { title, version: '1' },
    servers: [{ url: '/api' }],
    paths,
    components: {
      schemas: { Failure: failureEnvelope },
      securitySchemes: {
        patient: cookie('patient'),
        clinic: cookie('clinic'),
        staff: cookie('staff'),
        token: {
          type: 'http',
          scheme: 'bearer',
          description:
            "Of a clinic's own software: an owner makes it, with scopes. It opens the calls that name one of its scopes, and no other.",
        },
      },
    },
  };
}
