import fc from 'fast-check';
import { jsonSchemaOf } from '#app/http/openapi.server';
import type { Call } from '#platform/base/call';
import { jpegPhoto } from '../../../modules/consultation/testing';
import { pdfFile } from '../../kit/document-files';
import { changes, mutated, spoiling, type Change, type Spoiling } from './mutate';
import { canary, oddJson, oddSegment, oddText } from './odd-values';
import { filled, type Params } from './paths';

/** What a case makes of the call that would have been right. */
export interface Twist {
  readonly body: readonly Change[];
  readonly spoil: Spoiling;
  readonly query: readonly Change[];
  /** Stands in for each parameter of the path; null leaves what is there. */
  readonly segment: string | null;
  /** Which of the existing things is meant. */
  readonly thing: number;
  readonly key: string | null;
  readonly file: number;
  /** Null: the one that fits. */
  readonly fileName: string | null;
  /** Sent to a call that takes no body; mostly nothing. */
  readonly unasked: unknown;
}

export const untwisted: Twist = {
  body: [],
  spoil: (json) => json,
  query: [],
  segment: null,
  thing: 0,
  key: null,
  file: 0,
  fileName: null,
  unasked: null,
};

export const twists: fc.Arbitrary<Twist> = fc.record({
  body: changes,
  spoil: spoiling,
  query: fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: changes }),
  segment: fc.oneof(
    { weight: 5, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: oddSegment },
  ),
  thing: fc.nat({ max: 100 }),
  key: fc.oneof(
    { weight: 4, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.stringMatching(/^[\x20-\x7e]{0,300}$/) },
  ),
  file: fc.nat({ max: 100 }),
  fileName: fc.oneof(
    { weight: 2, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: oddText },
  ),
  unasked: fc.oneof({ weight: 9, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: oddJson }),
});

const files: ReadonlyArray<() => Promise<Buffer> | Buffer> = [
  () => jpegPhoto(),
  () => pdfFile(),
  async () => (await jpegPhoto()).subarray(0, 400),
  () => Buffer.alloc(0),
  () => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><script>${canary}</script></svg>`),
  () => Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]),
  () => Buffer.from('PK\u0003\u0004 nothing that unpacks'),
];

/** One call as it goes over the wire. */
export interface Sent {
  readonly path: string;
  readonly init: RequestInit;
}

/** Something that is there, and what would be right to say about it. */
export interface Thing {
  readonly params: Params;
  readonly body: unknown;
}

/** The example of a call with a twist, about one of the things that are there. */
export async function sentFor(
  call: Call,
  { things, query }: { things: readonly Thing[]; query: unknown },
  twist: Twist,
): Promise<Sent> {
  const thing = things[twist.thing % Math.max(1, things.length)];
  const { params, body } = thing ?? { params: {}, body: {} };
  const known = filled(call.path, params);
  const path = twist.segment === null ? known : call.path.replace(/\{\w+\}/g, () => twist.segment!);
  const headers = new Headers();
  if (twist.key !== null) headers.set('Idempotency-Key', twist.key);
  const init: RequestInit = { method: call.method, headers };
  if (call.multipart) init.body = await formOf(call, body, twist);
  else if (call.body) {
    headers.set('Content-Type', 'application/json');
    init.body = twist.spoil(JSON.stringify(mutated(body, twist.body)) ?? '');
  } else if (twist.unasked !== null && call.method !== 'GET') {
    headers.set('Content-Type', 'application/json');
    init.body = JSON.stringify(twist.unasked);
  }
  const search = searchOf(
    twist.query.length > 0 ? mutated(query, twist.query) : needed(call, query),
  );
  return { path: `/api${path}${search}`, init };
}

/** What a call does not do without. */
function needed(call: Call, query: unknown): Record<string, unknown> {
  const { required = [] } = (call.query ? jsonSchemaOf(call.query, 'input') : {}) as {
    required?: string[];
  };
  const given = Object(query) as Record<string, unknown>;
  return Object.fromEntries(required.map((name) => [name, given[name]]));
}

/** A query of texts; members that are several become one name given several times. */
function searchOf(query: unknown): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(Object(query) as object))
    for (const one of [value].flat())
      search.append(name, typeof one === 'string' ? one : (JSON.stringify(one) ?? ''));
  return search.size > 0 ? `?${search}` : '';
}

async function formOf(call: Call, body: unknown, twist: Twist): Promise<FormData | string> {
  const form = new FormData();
  const fileField = Object.keys(jsonSchemaOf(call.body!, 'input').properties as object).at(-1)!;
  for (const [name, value] of Object.entries(Object(mutated(body, twist.body)) as object))
    if (name !== fileField)
      form.append(name, typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
  const fitting = Number(fileField !== 'photo');
  const which = twist.file % 2 ? twist.file % files.length : fitting;
  const bytes = await files[which]!();
  const field = twist.file % 11 === 10 ? '__proto__' : fileField;
  const name = twist.fileName ?? ['photo.jpg', 'licence.pdf'][fitting]!;
  form.append(field, new File([new Uint8Array(bytes)], name));
  if (twist.file % 7 === 6) form.append(field, new File([new Uint8Array(bytes)], 'again.pdf'));
  return form;
}
