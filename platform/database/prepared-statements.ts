import pg from 'pg';
import { sha256 } from '../base/ids';
import { beginSpan, failureOf } from '../observability/tracing';

/** Texts that have a name, from the second time on that they are sent; the last one was used last. */
const names = new Map<string, string>();
const namesAtMost = 5_000;
/** A name costs memory on each connection that used it; lists in SQL come in as many texts as they have lengths. */
const preparedAtMost = 500;
const seenOnce = new Set<string>();
const seenAtMost = 5_000;
/** Texts whose plan had to be thrown away because a table changed under it: planned anew each time from then on. */
const unnameable = new Set<string>();

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known) {
    names.delete(text);
    names.set(text, known);
    return known;
  }
  if (unnameable.has(text)) return undefined;
  if (!seenOnce.delete(text)) {
    if (seenOnce.size >= seenAtMost) seenOnce.clear();
    seenOnce.add(text);
    return undefined;
  }
  const name = `q-${sha256(text).toString('base64url').slice(0, 22)}`;
  names.set(text, name);
  if (names.size > namesAtMost) names.delete(names.keys().next().value!);
  return name;
}

type Given = [query: pg.QueryConfig | string, values?: unknown[], callback?: unknown];
type Send = (...given: Given) => unknown;
const send = (client: pg.Client, given: Given): unknown =>
  (pg.Client.prototype.query as unknown as Send).apply(client, given);

/** Text, values and name of what the driver is given; null for what is no plain statement with values. */
function statementOf([query, values]: Given): (pg.QueryConfig & { values: unknown[] }) | null {
  if (typeof query === 'object' && ('submit' in query || typeof query.text !== 'string'))
    return null;
  const config = typeof query === 'string' ? { text: query } : query;
  const all = Array.isArray(values) ? values : config.values;
  return all && all.length > 0 ? { ...config, values: all } : null;
}

/** A table has changed under a prepared statement: its plan answers no more. */
function forgetWhenStale(error: unknown, text: string): void {
  if ((error as { routine?: string } | null)?.routine !== 'RevalidateCachedQuery') return;
  names.delete(text);
  unnameable.add(text);
}

type Callback = (error: unknown, result: unknown) => void;

/** A span shows a statement by its name alone. The result is called with how it ended. */
function beginQuerySpan(name: string): ((error?: unknown) => void) | null {
  const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': name };
  const span = beginSpan({ name, kind: 'client', attributes });
  return span && ((error) => span.end(error ? { failure: failureOf(error) } : {}));
}

/**
 * What is sent goes out at once, also while an answer is awaited: what needs none of the answers before takes one trip
 * together. One after the other it is done all the same, and what follows a failure within a transaction fails as well.
 */
class PipeliningClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super({ ...config, pipeline: true } as pg.ClientConfig);
  }
}

/** What pg 8.23.1 has of a connection and its types leave out. An upgrade begins with this file's test. */
interface Wire {
  readonly parsedStatements: Record<string, string>;
  close(what: { type: 'S'; name: string }): void;
}

/**
 * Takes a statement off its connection, ahead of what is sent next. A message of the protocol in place of DEALLOCATE: a
 * pooler follows it, and a transaction that has failed does not refuse it.
 */
function forget(client: pg.Client, name: string): void {
  const { connection } = client as unknown as { connection: Wire };
  delete connection.parsedStatements[name];
  connection.close({ type: 'S', name });
}

/**
 * A connection that gives every statement with values a name of its own, so that PostgreSQL parses and plans it once
 * per connection instead of each time. It holds so many; the one that was used least lately makes room for a further one.
 */
export class PreparingClient extends PipeliningClient {
  readonly #prepared = new Set<string>();

  // The driver's own overloads are many; whatever it takes goes through.
  override query(...given: unknown[]): never {
    return sendPrepared(this, given as Given, (name) => this.#use(name)) as never;
  }

  #use(name: string): void {
    this.#prepared.delete(name);
    this.#prepared.add(name);
    if (this.#prepared.size <= preparedAtMost) return;
    const oldest = this.#prepared.values().next().value!;
    this.#prepared.delete(oldest);
    forget(this, oldest);
  }
}

function sendPrepared(client: pg.Client, given: Given, use: (name: string) => void): unknown {
  const statement = statementOf(given);
  const name = statement && (statement.name ?? nameOf(statement.text));
  if (!statement || !name) return send(client, given);
  use(name);
  const named = { ...statement, name };
  const ended = beginQuerySpan(name);
  const callback = given.find((each) => typeof each === 'function') as Callback | undefined;
  if (callback) {
    const noting: Callback = (error, result) => {
      forgetWhenStale(error, statement.text);
      ended?.(error);
      callback(error, result);
    };
    return send(client, [named, undefined, noting]);
  }
  const answer = (send(client, [named]) as Promise<unknown>).catch((error: unknown) => {
    forgetWhenStale(error, statement.text);
    throw error;
  });
  // Apart from the answer: whoever awaits it gets it as soon as without.
  if (ended) void answer.then(() => ended(), ended);
  return answer;
}

/** For a pooler that changes connections between transactions: nothing is prepared, also not what brings a name. */
export class UnpreparedClient extends PipeliningClient {
  override query(...given: unknown[]): never {
    const [query, ...rest] = given as Given;
    if (typeof query !== 'object' || 'submit' in query) return send(this, given as Given) as never;
    const { name: _none, ...unnamed } = query;
    return send(this, [unnamed as pg.QueryConfig, ...rest]) as never;
  }
}
