import pg from 'pg';
import { sessionLimits } from './db';
import type { Env } from './env';

type Addresses = Pick<Env, 'databaseOwnerUrl' | 'databaseDirectUrl' | 'throughPooler'>;

/**
 * What the role of web and worker needs in the database, besides its tables. Where another role owns them: the right to
 * read and write rows, and no more. Behind a pooler: {@link sessionLimits} as its default in this database, since a
 * transaction pooler takes settings of a session neither with the connection nor, for longer than a transaction, by SET,
 * while a role's own come with every connection that the pooler itself opens.
 */
export async function prepareRole(env: Addresses): Promise<void> {
  const role = await onSession(env.databaseDirectUrl, async (client) => {
    if (env.throughPooler) await client.query(limitOneself);
    return nameOf(client);
  });
  await onSession(env.databaseOwnerUrl, async (client) => {
    if ((await nameOf(client)) !== role) await client.query(grantRows(role));
  });
}

const nameOf = async (client: pg.Client): Promise<string> =>
  (await client.query<{ role: string }>('select current_user as role')).rows[0]!.role;

/** A role may always set its own defaults. */
const limitOneself = `do $$ begin
  ${Object.entries(sessionLimits)
    .map(
      ([name, ms]) =>
        `execute format('alter role current_user in database %I set ${name} = %L', current_database(), '${ms}ms');`,
    )
    .join('\n  ')}
end $$`;

/** In every schema that holds a table of the owner. Functions are everybody's by default. */
const grantRows = (role: string): string => {
  const to = pg.escapeLiteral(role);
  return `do $$ declare place name; begin
    for place in select distinct schemaname from pg_tables where tableowner = current_user loop
      execute format('grant usage on schema %I to %I', place, ${to});
      execute format('grant select, insert, update, delete on all tables in schema %I to %I', place, ${to});
      execute format('grant usage, select on all sequences in schema %I to %I', place, ${to});
    end loop;
  end $$`;
};

async function onSession<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
