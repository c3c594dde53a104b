import pg from 'pg';
import { sessionLimits } from './db';
import type { Env } from '../config/env';

type Addresses = Pick<
  Env,
  'databaseOwnerUrl' | 'databaseDirectUrl' | 'databaseCourierUrl' | 'throughPooler' | 'mode'
>;

/**
 * What the role of web and worker needs in the database, besides its tables. Where another role owns them: the right to
 * read and write rows, and no more. Behind a pooler: {@link sessionLimits} as its default in this database, since a
 * transaction pooler takes settings of a session neither with the connection nor, for longer than a transaction, by SET,
 * while a role's own come with every connection that the pooler itself opens.
 *
 * @returns whether the role may do whatever the owner may all the same
 */
export async function prepareRole(env: Addresses): Promise<{ isMaster: boolean }> {
  const role = await onSession(env.databaseDirectUrl, async (client) => {
    if (env.throughPooler) await client.query(limitOneself);
    return nameOf(client);
  });
  return onSession(env.databaseOwnerUrl, async (client) => {
    if (env.databaseCourierUrl) await prepareCourier(client, env, env.databaseCourierUrl);
    if ((await nameOf(client)) === role) return { isMaster: true };
    await client.query(grantRows(role));
    return { isMaster: await isMaster(client, role) };
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

/**
 * What the role may do less with than with all other tables, whatever a release before granted. The log is added to and read;
 * its links are written with the owner's rights, and its reasons are erased but not changed. Records of migrations are read,
 * and a restored database is marked as opened. Nobody but the owner moves the clock.
 */
const narrower: ReadonlyArray<readonly [table: string, rights: string]> = [
  ['platform.audit_entry', 'select, insert'],
  ['platform.audit_link', 'select'],
  ['platform.audit_reason', 'select, insert, delete'],
  ['platform.audit_anchor', 'select'],
  ['platform.clock', 'select'],
  ['migrations.step', 'select'],
  ['migrations.restored', 'select, update'],
];

/** What the role may have done with the owner's rights: to begin and drop partitions, each as its function sees fit. */
const functions = ['live.turn_events()'];

/** In every schema that holds a table of the owner. Functions are everybody's by default, but for those. */
const grantRows = (role: string): string => {
  const to = pg.escapeLiteral(role);
  return `do $$ declare place name; begin
    for place in select distinct schemaname from pg_tables where tableowner = current_user loop
      execute format('revoke create on schema %I from %I', place, ${to});
      execute format('grant usage on schema %I to %I', place, ${to});
      execute format('grant select, insert, update, delete on all tables in schema %I to %I', place, ${to});
      execute format('revoke truncate, references, trigger on all tables in schema %I from %I', place, ${to});
      execute format('grant usage, select on all sequences in schema %I to %I', place, ${to});
    end loop;
    ${narrower
      .map(
        ([table, rights]) => `execute format('revoke all on table ${table} from %I', ${to});
    execute format('grant ${rights} on table ${table} to %I', ${to});`,
      )
      .join('\n    ')}
    ${functions
      .map((name) => `execute format('grant execute on function ${name} to %I', ${to});`)
      .join('\n    ')}
  end $$`;
};

/**
 * What the courier's role may: read where to and what, and mark it. Nothing in any other schema, and of the tables of
 * `webhooks` no column that says what is delivered. In the statements' own words, so that a release may change them.
 */
const ofCourier = [
  'usage on schema webhooks',
  'select (id, kind, state, url, secret_cipher, previous_cipher, previous_until) on webhooks.receiver',
  'select on webhooks.delivery',
  'update (state, tries, due_at, claim, claimed_until, ended_at) on webhooks.delivery',
  'insert on webhooks.attempt',
  // The time of every rule, and whether the database was restored and is not opened yet.
  'usage on schema platform',
  'select on platform.clock',
  'usage on schema migrations',
  'select on migrations.restored',
] as const;

/** Production's operator makes the role, as that of web and worker; the demo and tests have it made here. */
async function prepareCourier(
  client: pg.Client,
  { mode }: Pick<Env, 'mode'>,
  address: string,
): Promise<void> {
  const { user = '', password } = new pg.Client({ connectionString: address });
  const [role, secret] = [pg.escapeIdentifier(user), pg.escapeLiteral(password ?? '')];
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [user]);
  if (mode === 'demo')
    await client.query(`${rowCount ? 'alter' : 'create'} role ${role} login password ${secret}`);
  for (const table of ['receiver', 'delivery', 'attempt'])
    await client.query(`revoke all on webhooks.${table} from ${role}`);
  for (const right of ofCourier) await client.query(`grant ${right} to ${role}`);
}

const masters = `select rolsuper or pg_has_role($1, current_user, 'member') as "masters"
  from pg_roles where rolname = $1`;

/** Whether what was granted and what was not makes no difference: a superuser, or a member of the owner's role. */
async function isMaster(client: pg.Client, role: string): Promise<boolean> {
  return (await client.query<{ masters: boolean }>(masters, [role])).rows[0]!.masters;
}

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
