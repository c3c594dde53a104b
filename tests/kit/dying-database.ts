import type pg from 'pg';
import { openDatabase, type Database } from '#platform/database/db';
import type { Env } from '#platform/config/env';
import { databaseOptions } from '#platform/process/services';

interface Death {
  /** Number of the statement at which it happens, the first one being 1; infinity to count only. */
  readonly at: number;
  /**
   * `process`: from then on nothing is sent any more, as by a process that was killed. `connection`: that statement's connection
   * is lost once the statement was sent; others go on.
   */
  readonly of: 'process' | 'connection';
  /** Called when the statement of this number is sent. */
  readonly meanwhile?: { readonly at: number; readonly run: () => void };
}

export interface DyingDatabase {
  readonly database: Database;
  /** Statements that were sent, by all its connections. */
  sent(): number;
}

type Query = (...given: unknown[]) => unknown;

/** A database as a process has it, whose process or connection dies at a statement of one's choice. */
export function dyingDatabase(env: Env, { at, of, meanwhile }: Death): DyingDatabase {
  const database = openDatabase({ ...databaseOptions(env), onError: () => undefined });
  const clients = new Set<pg.Client>();
  let sent = 0;
  const cut = (client: pg.Client) =>
    (
      client as unknown as { connection: { stream: { destroy(): void } } }
    ).connection.stream.destroy();
  const watch = (client: pg.Client) => {
    clients.add(client);
    const query = client.query.bind(client) as Query;
    const counted: Query = (...given) => {
      sent += 1;
      if (sent === meanwhile?.at) meanwhile.run();
      if (of === 'process' && sent >= at) clients.forEach(cut);
      if (of === 'connection' && sent === at) setImmediate(() => cut(client));
      return query(...given);
    };
    Object.assign(client, { query: counted });
  };
  for (const pool of Object.values(database.pools))
    pool.on('connect', (client) => watch(client as unknown as pg.Client));
  return { database, sent: () => sent };
}
