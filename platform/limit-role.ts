import pg from 'pg';
import { sessionLimits } from './db';

const setting = Object.entries(sessionLimits)
  .map(
    ([name, ms]) =>
      `execute format('alter role current_user in database %I set ${name} = %L', current_database(), '${ms}ms');`,
  )
  .join('\n');

/**
 * Makes {@link sessionLimits} the default of this role in this database. A transaction pooler takes settings of a session
 * neither with the connection nor, for longer than a transaction, by SET; a role's own come with every connection that
 * the pooler itself opens. A role may always set its own.
 *
 * @param url of the server itself, as the user of DATABASE_URL
 */
export async function limitRole(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(`do $$ begin\n${setting}\nend $$`);
  } finally {
    await client.end();
  }
}
