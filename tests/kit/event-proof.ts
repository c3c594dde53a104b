import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EventStep } from '#platform/context';
import type { EventPage } from '../../workflows/reactions/event-page';
import { followedBy } from '../../workflows/console/events';
import { eventSteps, pages } from '../../workflows/reactions/index';
import { registry } from '../../workflows/registry';
import { eventsQueue, timerQueue, type Envelope } from '#engine/operations';
import { deadLetterQueue, runnablesOf } from '#engine/testing';
import { createTestServices, type TestServices } from './services';
import { forgetLimits } from './identity';

/** One way in which an event comes about. */
export interface WayOf {
  /** Name of what causes it, as the page or that of an event which comes with it says. */
  readonly by: string;
  /** Makes everything ready; what it answers causes the event. */
  readonly arrange: (kit: TestServices) => Promise<() => Promise<unknown>>;
}

/** What the database wrote, in order. */
interface Change {
  readonly tx: string;
  /** Its table, or the name of a step that runs. */
  readonly name: string;
  readonly op: 'insert' | 'update' | 'delete' | 'step';
  readonly columns: readonly string[] | null;
  readonly row: Readonly<Record<string, unknown>> | null;
}

/** Those of the engine and of limits are recorded by what they hold, or not at all. */
const read = ['pgboss.job', 'live.event', 'platform.audit_entry'];
const newsTables = ['notifications.notification', 'notifications.notice'];

const recorder = `
  alter table pgboss.subscription drop constraint subscription_name_fkey;
  create schema recorded;
  create table recorded.change (
    seq bigserial, tx text not null default pg_current_xact_id()::text, name text not null, op text not null,
    columns text[], row jsonb);
  create function recorded.record() returns trigger language plpgsql as $$
  declare changed text[];
  begin
    if tg_op = 'UPDATE' then
      select array_agg(n.key order by n.key) into changed
        from jsonb_each(to_jsonb(new)) n join jsonb_each(to_jsonb(old)) o using (key)
        where n.value is distinct from o.value;
      if changed is null then return null; end if;
    end if;
    insert into recorded.change (name, op, columns, row)
      values (tg_argv[0], lower(tg_op), changed,
        case when tg_op = 'INSERT' and tg_argv[0] = any('{${[...read, ...newsTables].join(',')}}') then to_jsonb(new) end);
    return null;
  end $$;
  do $$
  declare t record;
  begin
    for t in select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where (c.relkind = 'p' or c.relkind = 'r' and not c.relispartition)
        and (n.nspname || '.' || c.relname = any('{${read.join(',')}}')
          or n.nspname not in ('flow', 'platform', 'pgboss', 'live', 'recorded', 'public', 'information_schema', 'pg_catalog'))
    loop
      execute format('create trigger recorded after insert or update or delete on %s
        for each row execute function recorded.record(%L)', t.name, t.name);
    end loop;
  end $$`;

/** Each step says that it runs, in the transaction in which it does. */
const recordedSteps: readonly EventStep[] = eventSteps.map((step) => ({
  ...step,
  run: async (ctx, event) => {
    const values = [step.name];
    await ctx.tx.query("insert into recorded.change (name, op) values ($1, 'step')", values);
    await step.run(ctx, event);
  },
}));

/** An event without a job of its own is kept too, as long as something is recorded. */
const listen = `insert into pgboss.subscription (event, name)
  select type, 'recorded.' || type from unnest($1::text[]) as type`;
const isOwn = (name: string | undefined) => name?.startsWith('recorded.') === true;

const envelopeOf = ({ row }: Change) => row!.data as Envelope;
const jobsIn = (changes: readonly Change[]) =>
  changes.filter(({ name, op }) => name === 'pgboss.job' && op === 'insert');
const idsIn = (changes: readonly Change[], type: string): ReadonlySet<unknown> =>
  new Set(
    jobsIn(changes)
      .filter((change) => typeIn(change) === type)
      .flatMap((change) => Object.values(envelopeOf(change).payload as object)),
  );
const typeIn = (change: Change) => (envelopeOf(change).payload as { type: string }).type;
/** The events that came, one for each time. */
const eventsIn = (changes: readonly Change[]): string[] =>
  jobsIn(changes)
    .filter((change) => isOwn(envelopeOf(change).subscription))
    .map(typeIn);

async function recording(
  { services }: TestServices,
  work: () => Promise<unknown>,
): Promise<readonly Change[]> {
  const { pool } = services.database;
  await pool.query('delete from pgboss.job');
  await pool.query(listen, [pages.map(({ event }) => event.type)]);
  await pool.query('truncate recorded.change');
  try {
    await work();
  } finally {
    await pool.query("delete from pgboss.subscription where starts_with(name, 'recorded.')");
  }
  return (await pool.query<Change>('select * from recorded.change order by seq')).rows;
}

const rowWords = ({ name, op, columns }: Change): string[] =>
  op === 'update'
    ? columns!.map((column) => `row ${name} ${column}`)
    : [`row ${name} ${op === 'insert' ? 'new' : 'gone'}`];

/** A change as words that a page says too; those of the queue are the engine's. */
function wordsOf(change: Change): string[] {
  const { name, op, row } = change;
  if (op === 'step') return [`step ${name}`];
  if (name === 'platform.audit_entry') return row ? [`audit ${String(row.action)}`] : [];
  if (name === 'live.event')
    return row ? [`live ${String(row.principal).split(':')[0]} ${String(row.type)}`] : [];
  if (name !== 'pgboss.job') return rowWords(change);
  if (op !== 'insert' || [timerQueue, deadLetterQueue].includes(String(row!.name))) return [];
  const { subscription } = envelopeOf(change);
  if (isOwn(subscription)) return [];
  return subscription ? [`job ${subscription}`] : [`enqueues ${String(row!.name)}`];
}

/**
 * Mails and in-app notifications, each with who gets it: of patients, clinics and visitors only those that the event
 * names (`ids`). What else a job of the event writes is what it calls, and proved there.
 */
function newsIn(changes: readonly Change[], ids: ReadonlySet<unknown>): string[] {
  const whoIs = (kind: unknown, id: unknown) =>
    kind === 'staff' || ids.has(id) ? String(kind) : `${String(kind)} that it does not name`;
  return changes.flatMap(({ name, op, row }) =>
    op !== 'insert' || !newsTables.includes(name)
      ? []
      : name === 'notifications.notice'
        ? [`in-app ${String(row!.kind)} ${whoIs(row!.reader_type, row!.reader_id)}`]
        : [`mail ${String(row!.kind)} ${whoIs(row!.recipient_type, row!.recipient_id)}`],
  );
}

const pageOf = (type: string): EventPage => pages.find(({ event }) => event.type === type)!;

/** All that a page says, as words. */
const partWords = ({ rows, audit, live, enqueues, steps, jobs, notifications }: EventPage) => [
  ...Object.entries(rows).flatMap(([table, columns]) =>
    columns.split(', ').map((column) => `row ${table} ${column}`),
  ),
  ...audit.map((action) => `audit ${action}`),
  ...Object.entries(live).flatMap(([reader, types]) =>
    types.map((type) => `live ${reader} ${type}`),
  ),
  ...enqueues.map((name) => `enqueues ${name}`),
  ...steps.map(({ name }) => `step ${name}`),
  ...[...jobs, ...notifications].map(({ name }) => `job ${name}`),
];

const newsWords = ({ notify }: EventPage): string[] =>
  Object.entries(notify).flatMap(([name, { by, to }]) =>
    to.kinds.flatMap((kind) => [
      ...(by === 'product' ? [] : [`mail ${name} ${kind}`]),
      ...(by === 'mail' ? [] : [`in-app ${name} ${kind}`]),
    ]),
  );

/** The transactions in which the event came. */
const partOf = (changes: readonly Change[], type: string): readonly Change[] => {
  const own = jobsIn(changes).filter(
    (change) => isOwn(envelopeOf(change).subscription) && typeIn(change) === type,
  );
  const txs = new Set(own.map(({ tx }) => tx));
  return changes.filter(({ tx }) => txs.has(tx));
};

/** Does the jobs that the event left, and nothing that these leave. */
async function deliver({ services }: TestServices, changes: readonly Change[], type: string) {
  const { run } = runnablesOf(registry).find(({ queue }) => queue === eventsQueue)!;
  const { signal } = new AbortController();
  for (const change of jobsIn(changes)) {
    const data = envelopeOf(change);
    if (!data.subscription || isOwn(data.subscription) || typeIn(change) !== type) continue;
    await run(services, {
      id: String(change.row!.id),
      name: eventsQueue,
      data,
      attempt: 1,
      signal,
    });
  }
}

interface Came {
  readonly words: readonly string[];
  /** What came and nothing says: neither the page nor those of the events that came with it. */
  readonly unsaid: readonly string[];
  /** What can have caused it this time: what was done, and the events that came with it. */
  readonly causes: readonly string[];
}

const unique = (words: readonly string[]) => [...new Set(words)].sort();
const without = (words: readonly string[], others: readonly string[]) =>
  unique(words).filter((word) => !others.includes(word));

/** Steps of a page run in its order, all of them each time that the event comes. */
function wrongSteps(changes: readonly Change[], types: readonly string[]): string[] {
  const ran = changes.filter(({ op }) => op === 'step').map(({ name }) => name);
  return unique(types).flatMap((type) => {
    const own = pageOf(type).steps.map(({ name }) => name);
    const times = types.filter((one) => one === type).length;
    const due = Array.from({ length: times }, () => own).flat();
    const found = ran.filter((name) => own.includes(name));
    return JSON.stringify(found) === JSON.stringify(due) ? [] : [`steps of ${type}: ${found}`];
  });
}

/** Who of those that came has no cause: each is caused by what was done, or by another that came. */
const withoutCause = (types: readonly string[], causes: readonly string[]): string[] =>
  unique(types)
    .filter((type) => !pageOf(type).causedBy.some((name) => causes.includes(name)))
    .map((type) => `${type} without a cause`);

async function happen(kit: TestServices, type: string, { by, arrange }: WayOf): Promise<Came> {
  const page = pageOf(type);
  const cause = await arrange(kit);
  const all = await recording(kit, cause);
  const changes = partOf(all, type);
  const types = eventsIn(changes);
  if (!types.includes(type)) throw new Error(`${by} did not cause ${type}: ${eventsIn(all)}`);
  const later = await recording(kit, () => deliver(kit, all, type));
  const follow = eventsIn(later);
  const then = [...types.filter((one) => one !== type), ...follow].filter((one) =>
    followedBy(page).includes(pageOf(one)),
  );
  const parts = changes.flatMap(wordsOf);
  const news = newsIn(later, idsIn(changes, type));
  return {
    causes: [by, ...types],
    words: [...parts, ...news, ...then.map((one) => `then ${one}`)],
    unsaid: [
      ...without(
        parts,
        unique(types).flatMap((one) => partWords(pageOf(one))),
      ),
      ...without(news, newsWords(page)),
      ...wrongSteps(changes, types),
      ...withoutCause(types, [by, ...types]),
      ...withoutCause(follow, [type, ...follow]),
    ],
  };
}

/**
 * Each page of a group is caused in all the ways that are needed to see what it says: what comes is on it or on the page of
 * another event of the same transaction, and nothing is on it that does not come.
 */
export function provePages(
  group: readonly EventPage[],
  ways: Readonly<Record<string, readonly WayOf[]>>,
  prepare: (kit: TestServices) => Promise<unknown> = async () => undefined,
): void {
  let kit: TestServices;
  beforeAll(async () => {
    kit = await createTestServices({ eventSteps: recordedSteps });
    await kit.services.database.pool.query(recorder);
    await prepare(kit);
  });
  afterAll(() => kit.close());
  beforeEach(async () => {
    await forgetLimits(kit);
    // Timers of earlier tests must not fire in this one.
    await kit.services.database.pool.query('delete from flow.timer');
  });

  it('have each a way to be caused', () => {
    expect(Object.keys(ways).sort()).toEqual(group.map(({ event }) => event.type).sort());
  });

  describe.each(group)('$event.type', (page) => {
    const { type } = page.event;
    it('comes with what its page says, nothing more and nothing less', async () => {
      const came: Came[] = [];
      for (const way of ways[type] ?? []) came.push(await happen(kit, type, way));
      const said = [
        ...partWords(page),
        ...newsWords(page),
        ...followedBy(page).map(({ event }) => `then ${event.type}`),
      ];
      const seen = came.flatMap(({ words }) => words);
      expect({
        unsaid: unique(came.flatMap(({ unsaid }) => unsaid)),
        unseen: without(said, seen),
        untried: without(
          page.causedBy,
          came.flatMap(({ causes }) => causes),
        ),
      }).toEqual({ unsaid: [], unseen: [], untried: [] });
    }, 60_000);
  });
}
