import pg from 'pg';
import { digestMail } from '#contracts/notifications';
import { system } from '#platform/base/actor';
import { createContext } from '#platform/context';
import { days } from '#platform/base/duration';
import { parseEnv } from '#platform/config/env';
import { newId } from '#platform/base/ids';
import { mailIdOf } from '#platform/ports/mailer/headers';
import { closeServices, openServices } from '#platform/process/services';
import { through } from '../../bench/kit';
import { checkAll } from '../../../scripts/check-all';
import { eventSteps } from '../../../workflows/reactions/index';
import { registry } from '../../../workflows/registry';
import type { World } from './client';
import { inFlight } from './history';
import type { Job } from './promises';

/** News that is held for part of a digest that is not there, and digests with nothing in them. */
const inNoDigest = `select n.key from notifications.notification n
  where (n.last_error = 'digest' or n.kind = '${digestMail}') and not exists (
    select from notifications.notification d where d.recipient_id = n.recipient_id and d.due_at = n.due_at
      and case when n.kind = '${digestMail}' then d.last_error = 'digest' else d.kind = '${digestMail}' end)`;

/**
 * A mail that the product holds for sent was taken by the server, and the server took no other; what is part of a digest
 * is part of one that is there.
 */
export async function wrongMails({ ground }: World): Promise<string[]> {
  const { rows } = await ground.stage.database.query<{
    id: string;
    resends: number;
    status: string;
  }>('select id, resends, status from notifications.notification');
  const { rows: astray } = await ground.stage.database.query<{ key: string }>(inNoDigest);
  const taken = new Set(ground.providers.mails.map(({ id }) => /^<([^@]*)@/.exec(id)?.[1] ?? id));
  const known = new Set(rows.map(({ id }) => mailIdOf(id)));
  const { rows: left } = await ground.stage.database.query('select from leaving.erasure limit 1');
  const strange = left.length > 0 ? [] : [...taken].filter((id) => !known.has(id));
  return [
    ...rows
      .filter(({ id, status }) => status === 'sent' && !taken.has(mailIdOf(id)))
      .map(({ id }) => `mail ${id} is held for sent, and no server took it`),
    ...astray.map(({ key }) => `mail ${key} is in no digest, or a digest without news`),
    ...strange.map((id) => `a mail was sent under ${id}, which follows from nothing`),
  ];
}

const notifies = 'notifications.tell.';
// Which news is in which digest depends on when it came: digests are looked at by themselves.
const keysOf = `select key, 'mail' as by, recipient_id as reader, null as line from notifications.notification
  where created_at > platform.now() - interval '170 days' and kind <> '${digestMail}'
  union all select key, 'notice', reader_id, kind || ' ' || facts::text from notifications.notice
  where created_at > platform.now() - interval '170 days'`;

interface News {
  readonly key: string;
  readonly by: string;
  readonly reader: string;
  /** What a line in the product says; null for a mail. A newer line takes the place of one that says the same. */
  readonly line: string | null;
}

/**
 * Every event is delivered once more to all jobs that notify, on a copy of the database without any notification: what
 * comes to be there is what should have come to be.
 */
export async function wrongNews({ ground }: World, jobs: readonly Job[]): Promise<string[]> {
  const { database, env } = ground.stage;
  const { rows: there } = await database.query<News>(keysOf);
  const gone = await aboutGone(database, jobs);
  const closed = await closedLater(database, jobs);
  const url = await copyOf(env.DATABASE_URL!);
  const services = openServices(
    'trial',
    eventSteps,
    parseEnv({ ...env, DATABASE_URL: url, LOG_LEVEL: 'error' }),
  );
  try {
    const { pool } = services.database;
    await pool.query('truncate notifications.notification, notifications.notice');
    // A line that was read stays: all events come at one moment here, and would be one burst.
    await pool.query('alter table notifications.notice alter read_at set default platform.now()');
    const { rows: clock } = await pool.query<{ now: Date }>('select platform.now() as now');
    const since = clock[0]!.now.getTime() - days(170);
    const failed: string[] = [];
    const notifying = jobs.filter(({ data }) => data.subscription?.startsWith(notifies));
    const deliver = async ({ id, data }: Job): Promise<void> => {
      const at = new Date(data.at);
      if (at.getTime() < since) return;
      const { handle } = registry.subscriptions.find(({ name }) => name === data.subscription)!;
      const ctx = createContext(services, system(data.subscription), { requestId: newId() });
      await handle(ctx, data.payload, { id, at }).catch((error: Error) => {
        failed.push(`${data.subscription} fails when it is delivered again: ${error.message}`);
      });
    };
    await through(
      notifying.filter(({ id }) => !closed.has(id)),
      4,
      deliver,
    );
    await pool.query('truncate offers.reading_end');
    await through(
      notifying.filter(({ id }) => closed.has(id)),
      4,
      deliver,
    );
    const { rows: wished } = await pool.query<News>(keysOf);
    return [...failed, ...difference(wished, there, gone, closed)];
  } finally {
    await closeServices(services);
  }
}

interface Gone {
  readonly people: ReadonlySet<string>;
  /** Deliveries about something of theirs: whom they would be for is known no more. */
  readonly deliveries: ReadonlySet<string>;
}

async function aboutGone(database: pg.Pool, jobs: readonly Job[]): Promise<Gone> {
  const { rows } = await database.query<{ id: string }>(
    'select person_id as id from leaving.erasure',
  );
  const people = new Set(rows.map(({ id }) => id));
  const isGone = ({ data }: Job): boolean =>
    Object.values(data.payload ?? {}).some((id) => people.has(String(id)));
  return { people, deliveries: new Set(jobs.filter(isGone).map(({ id }) => id)) };
}

/**
 * Deliveries about an offer whose clinic was shut out of it after the event: they are delivered as if it were not. The
 * job may have run before the end or after it, so what they do not leave behind is not missed.
 */
async function closedLater(database: pg.Pool, jobs: readonly Job[]): Promise<ReadonlySet<string>> {
  const { rows } = await database.query<{ id: string; until: Date }>(
    'select offer_id as id, until from offers.reading_end',
  );
  const ends = new Map(rows.map(({ id, until }) => [id, until]));
  const isLater = ({ data }: Job): boolean => {
    const { offerId } = (data.payload ?? {}) as { offerId?: string };
    const end = offerId && ends.get(offerId);
    return end instanceof Date && end.getTime() > new Date(data.at).getTime() - inFlight;
  };
  return new Set(jobs.filter(isLater).map(({ id }) => id));
}

function difference(
  wished: News[],
  there: News[],
  { people, deliveries }: Gone,
  closed: ReadonlySet<string>,
): string[] {
  const nameOf = ({ by, key }: News) => `${by} ${key}`;
  const [are, should] = [new Set(there.map(nameOf)), new Set(wished.map(nameOf))];
  const lineOf = ({ reader, line }: News) => line && `${reader} ${line}`;
  const lines = new Set(there.map(lineOf));
  const isReplaced = (news: News) => news.line !== null && lines.has(lineOf(news));
  const deliveryOf = ({ key }: News) => key.split(':')[1] ?? '';
  const isJudged = (news: News) => !people.has(news.reader) && !deliveries.has(deliveryOf(news));
  const isMissing = (news: News) =>
    !are.has(nameOf(news)) && !isReplaced(news) && !closed.has(deliveryOf(news));
  return [
    ...wished
      .filter((news) => isJudged(news) && isMissing(news))
      .map((news) => `there is no ${nameOf(news)}`),
    ...there
      .filter((news) => isJudged(news) && !should.has(nameOf(news)))
      .map((news) => `${nameOf(news)} follows from nothing`),
  ];
}

/** A copy of a database that nothing but this process is connected to. */
async function copyOf(url: string): Promise<string> {
  const [name, other] = [new URL(url).pathname.slice(1), `copy_${Date.now()}`];
  const admin = new pg.Client(Object.assign(new URL(url), { pathname: '/postgres' }).href);
  await admin.connect();
  try {
    await admin.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()',
      [name],
    );
    await admin.query(`create database ${other} template ${name}`);
  } finally {
    await admin.end();
  }
  return Object.assign(new URL(url), { pathname: `/${other}` }).href;
}

/** Files, rows, flows, clocks, chain and lists, as an operator compares them. */
export async function whole({ ground }: World): Promise<string[]> {
  const env = parseEnv({ ...ground.stage.env, LOG_LEVEL: 'error' });
  const services = openServices('trial', eventSteps, env);
  try {
    const lines: string[] = [];
    const code = await checkAll(services, [], (line) => lines.push(line));
    return code === 0 ? [] : lines.filter((line) => !line.startsWith('ok'));
  } finally {
    await closeServices(services);
  }
}
