import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

export interface TestDatabase {
  readonly url: string;
  readonly name: string;
  /** Ends every connection to it and removes it. */
  drop(): Promise<void>;
}

/**
 * A database of one's own without a row: a clone of the run's template (about 30 ms), which is migrated; of `template0`,
 * one without a table; or of another test database, whose connections are ended for it.
 */
export async function createTestDatabase(template = 'template'): Promise<TestDatabase> {
  const adminUrl = inject('postgresUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  if (template.startsWith('test_'))
    await asAdmin(
      adminUrl,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${template}'`,
    );
  await asAdmin(adminUrl, `create database ${name} template ${template} strategy file_copy`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return {
    url: url.toString(),
    name,
    drop: () => asAdmin(adminUrl, `drop database if exists ${name} with (force)`),
  };
}

async function asAdmin(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
