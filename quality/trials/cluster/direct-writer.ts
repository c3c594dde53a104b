import pg from 'pg';
import type { Node } from './node';
import { pause } from './parts';

/** Somebody who writes to one server, whoever leads, past every proxy, and keeps what was acknowledged. */
export class DirectWriter {
  readonly acknowledged: Array<{ id: number; at: number }> = [];
  tried = 0;
  private over = false;
  private going: Promise<unknown> = Promise.resolve();

  private constructor(private readonly node: Node) {}

  /** The server must lead: what is written to is made first. */
  static async at(node: Node): Promise<DirectWriter> {
    await asked(node, 'create table if not exists trial_word (id int)');
    await asked(node, 'truncate trial_word');
    return new DirectWriter(node);
  }

  begin(): void {
    this.going = this.rounds();
  }

  async end(): Promise<void> {
    this.over = true;
    await this.going;
  }

  /** How many of those that were acknowledged are not there. */
  async missingAt(node: Node): Promise<number> {
    const rows = await asked<{ id: number }>(node, 'select id from trial_word');
    const there = new Set(rows.map(({ id }) => id));
    return this.acknowledged.filter(({ id }) => !there.has(id)).length;
  }

  /** One does not wait for the other: whoever is never answered waits in the server until it is ended. */
  private async rounds(): Promise<void> {
    const all: Promise<void>[] = [];
    while (!this.over) {
      all.push(this.one((this.tried += 1)));
      await pause(1_000);
    }
    await Promise.all(all);
  }

  private async one(id: number): Promise<void> {
    const written = asked(this.node, `insert into trial_word values (${id})`, 60_000);
    await written.then(
      () => this.acknowledged.push({ id, at: performance.now() }),
      () => undefined,
    );
  }
}

async function asked<T extends pg.QueryResultRow>(
  node: Node,
  sql: string,
  ms = 5_000,
): Promise<T[]> {
  const client = new pg.Client({
    connectionString: node.url('postgres'),
    connectionTimeoutMillis: 2_000,
    query_timeout: ms,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<T>(sql)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}
