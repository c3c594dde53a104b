import { readFileSync } from 'node:fs';
import ts from 'typescript';
import type { z } from 'zod';
import { failureCodesOf, jsonSchemaOf } from '#app/http/openapi.server';
import { calls } from '#app/api/table.server';
import type { AnyFlow } from '#engine/testing';
import { registry } from '../../workflows/registry';
import { mails } from '../../workflows/reactions/index';
import { filesOf } from '../kit/tree';
import { routeFiles } from '../spec/route-files';

/** Names by what they name, each list sorted and without repeats. */
export type StoredNames = Readonly<Record<string, readonly string[]>>;

const sorted = (names: Iterable<string>): string[] => [...new Set(names)].sort();

/**
 * Every name of this product that a row, a running queue, a dashboard or a client of the API holds. Values are asked where
 * they can be asked; what is written inside functions is read from the source: dotted words (audit actions, types of live
 * messages, settings), words with underscores (error codes, metrics), fields of log lines.
 */
export function storedNames(): StoredNames {
  const { flows, jobs, subscriptions, eventSteps = [], schedules = [] } = registry;
  const written = writtenNames();
  return {
    machines: sorted(flows.flatMap(namesOfFlow)),
    jobs: sorted(
      jobs.flatMap(({ definition: { name, payload } }) => [
        name,
        ...fieldsOf(payload, 'input').map((field) => `${name}: ${field}`),
      ]),
    ),
    subscriptions: sorted(subscriptions.map(({ name, on }) => `${name} on ${on}`)),
    steps: sorted(eventSteps.map(({ name, on }) => `${name} on ${on}`)),
    schedules: sorted(schedules.map(({ job }) => job)),
    mails: sorted(Object.entries(mails).map(([kind, mail]) => `${kind} (${mail.by})`)),
    calls: sorted(calls.map(({ id, method, path }) => `${id}: ${method} ${path}`)),
    'fields of calls': sorted(
      calls.flatMap((call) => [
        ...fieldsOf(call.params, 'input').map((field) => `${call.id} path ${field}`),
        ...fieldsOf(call.query, 'input').map((field) => `${call.id} query ${field}`),
        ...fieldsOf(call.body, 'input').map((field) => `${call.id} body ${field}`),
        ...fieldsOf(call.data, 'output').map((field) => `${call.id} data ${field}`),
      ]),
    ),
    'error codes': sorted(calls.flatMap(failureCodesOf)),
    pages: sorted(routeFiles().keys()),
    'tables and columns': sorted(columns()),
    environment: sorted(
      [...readFileSync('.env.example', 'utf8').matchAll(/^#? ?([A-Z][A-Z0-9_]+)=/gm)].map(
        ([, name]) => name!,
      ),
    ),
    ...written,
  };
}

/** States, events, actions, guards, delays, context, emitted events with their fields, audit and effects of a machine. */
function namesOfFlow({ name, machine, context, events, effects, audit }: AnyFlow): string[] {
  const { actions, guards, delays } = machine.implementations as Record<string, object>;
  const definition = JSON.parse(JSON.stringify(machine.definition)) as Definition;
  const named = {
    state: statesOf(definition),
    on: machine.events as string[],
    action: Object.keys(actions ?? {}),
    guard: Object.keys(guards ?? {}),
    delay: Object.keys(delays ?? {}),
    context: fieldsOf(context as z.ZodType, 'input'),
    emits: Object.entries(events).flatMap(([type, { fields }]) => [
      type,
      ...fieldsOf(fields, 'input').map((field) => `${type}.${field}`),
    ]),
    effect: Object.keys(effects ?? {}),
    audits: Object.entries(audit?.events ?? {}).map(
      ([event, entry]) => `${audit!.object} ${entry?.action ?? event}`,
    ),
  };
  return Object.entries(named).flatMap(([kind, names]) =>
    names.map((each) => `${name} ${kind} ${each}`),
  );
}

interface Definition {
  readonly states?: Readonly<Record<string, Definition>>;
}

const statesOf = ({ states = {} }: Definition): string[] =>
  Object.entries(states).flatMap(([key, state]) => [
    key,
    ...statesOf(state).map((below) => `${key}.${below}`),
  ]);

/** Paths of all fields of a schema: `items[].price.amountCents`. */
function fieldsOf(schema: z.ZodType | undefined, io: 'input' | 'output'): string[] {
  if (!schema) return [];
  const json = jsonSchemaOf(schema, io);
  const definitions = (json.$defs ?? {}) as Record<string, Json>;
  return pathsOf(json, '', definitions, []);
}

type Json = Record<string, unknown>;

function pathsOf(
  schema: Json,
  before: string,
  definitions: Readonly<Record<string, Json>>,
  open: readonly string[],
): string[] {
  const into = (inner: unknown, at: string, through = open) =>
    pathsOf(inner as Json, at, definitions, through);
  const reference = (schema.$ref as string | undefined)?.replace('#/$defs/', '');
  if (reference && definitions[reference] && !open.includes(reference))
    return into(definitions[reference], before, [...open, reference]);
  const properties = Object.entries((schema.properties ?? {}) as Json).flatMap(([key, inner]) => {
    const here = before ? `${before}.${key}` : key;
    return [here, ...into(inner, here)];
  });
  const choices = [schema.anyOf, schema.oneOf, schema.allOf].flat().filter(Boolean);
  return [
    ...properties,
    ...choices.flatMap((inner) => into(inner, before)),
    ...[schema.items, schema.prefixItems]
      .flat()
      .flatMap((inner) => (isSchema(inner) ? into(inner, `${before}[]`) : [])),
    ...(isSchema(schema.additionalProperties)
      ? into(schema.additionalProperties, `${before}{}`)
      : []),
  ];
}

const isSchema = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** As the newest snapshot of the migrations has them, which a test compares with the code. */
function columns(): string[] {
  const { entries } = JSON.parse(readFileSync('migrations/meta/_journal.json', 'utf8')) as {
    entries: Array<{ tag: string }>;
  };
  const number = entries.at(-1)!.tag.split('_')[0]!;
  const { tables } = JSON.parse(
    readFileSync(`migrations/meta/${number}_snapshot.json`, 'utf8'),
  ) as { tables: Record<string, { columns: object }> };
  return Object.entries(tables).flatMap(([table, { columns: names }]) =>
    Object.keys(names).map((column) => `${table}.${column}`),
  );
}

const isDotted = (text: string) => /^[a-z][a-z-]*\.[a-z][a-z0-9-]*$/.test(text);
const hasUnderscore = (text: string) => /^[a-z][a-z0-9]*(_[a-z0-9]+)+$/.test(text);
const logs = new Set(['trace', 'debug', 'info', 'warn', 'error', 'fatal']);

/** What production code below the pages writes as a literal, and the fields and sentences of its log lines. */
function writtenNames(): Record<string, string[]> {
  const dotted = new Set<string>();
  const underscored = new Set<string>();
  const logged = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) {
      if (ts.isImportDeclaration(node.parent) || ts.isExportDeclaration(node.parent)) return;
      if (isDotted(node.text)) dotted.add(node.text);
      if (hasUnderscore(node.text)) underscored.add(node.text);
    }
    if (
      ts.isPropertyAssignment(node) &&
      ts.isIdentifier(node.name) &&
      hasUnderscore(node.name.text)
    )
      underscored.add(node.name.text);
    if (ts.isCallExpression(node)) for (const name of logFieldsOf(node)) logged.add(name);
    ts.forEachChild(node, visit);
  };
  for (const [file, source] of filesOf([
    'platform',
    'engine',
    'modules',
    'workflows',
    'app/http',
    'app/admin-api',
  ]))
    if (!/\.test\.ts$|\.css$|\/testing|\/sample\//.test(file))
      visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true));
  return {
    'dotted words': sorted(dotted),
    'words with underscores': sorted(underscored),
    'log lines': sorted(logged),
  };
}

/** `log.warn({ queue, job }, 'a job failed')`: its sentence and the names of its fields. */
function logFieldsOf({ expression, arguments: given }: ts.CallExpression): string[] {
  if (!ts.isPropertyAccessExpression(expression) || !logs.has(expression.name.text)) return [];
  if (!/log(ger)?$/i.test(expression.expression.getText())) return [];
  return given.flatMap((argument) => {
    if (ts.isStringLiteralLike(argument)) return [argument.text];
    if (!ts.isObjectLiteralExpression(argument)) return [];
    return argument.properties.flatMap(({ name }) =>
      name && (ts.isIdentifier(name) || ts.isStringLiteralLike(name)) ? [`{${name.text}}`] : [],
    );
  });
}
