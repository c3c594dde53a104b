import type pg from 'pg';
import { pages } from '../../../workflows/reactions/index';
import type { Plan } from '#engine/testing';
import type { Step } from './promises';

/**
 * Notes each step of a flow and each live message with the transaction that wrote it: messages are kept for an hour or two,
 * and a world lasts for months.
 */
export const noteLive = `
  create schema noted;
  create table noted.step (tx xid8 not null default pg_current_xact_id(), instance uuid, version int);
  create table noted.live (tx xid8 not null default pg_current_xact_id(), topic text, type text);
  create function noted.step() returns trigger language plpgsql as $$
  begin
    insert into noted.step (instance, version) values (new.instance_id, new.version);
    return null;
  end $$;
  create function noted.live() returns trigger language plpgsql as $$
  begin
    insert into noted.live (topic, type) values (new.principal, new.type);
    return null;
  end $$;
  create trigger noted after insert on flow.transition for each row execute function noted.step();
  create trigger noted after insert on live.event for each row execute function noted.live()`;

interface Transaction {
  /** Its steps, each as instance and version. */
  readonly steps: readonly string[];
  /** Its messages, each as topic and type. */
  readonly messages: readonly string[];
}

const transactions = `
  select s.steps, coalesce(l.messages, '{}') as messages
  from (select tx, array_agg(instance || ':' || version) as steps from noted.step group by tx) s
  left join (select tx, array_agg(topic || ' ' || type) as messages from noted.live group by tx) l using (tx)`;

/**
 * Open pages are sent what the pages of the events say, and only pages of those whom the events name: without a message a page
 * stays old, with one too many a stranger learns that something has happened. Leaves alone what was erased in part, and
 * messages to all clinics or the team, which depend on what was shown to them before.
 */
export async function wrongLive(database: pg.Pool, steps: readonly Step[]): Promise<string[]> {
  const { rows } = await database.query<Transaction>(transactions);
  const known = new Map(steps.map((step) => [`${step.row.id}:${step.row.version}`, step]));
  return rows.flatMap(({ steps: names, messages }) => {
    const plans = names.map((name) => known.get(name)?.plan);
    return plans.every(isPlan)
      ? wrongIn(plans, messages).map((what) => `${names.join()}: ${what}`)
      : [];
  });
}

const isPlan = (plan: Plan | null | undefined): plan is Plan => Boolean(plan);

function wrongIn(plans: readonly Plan[], messages: readonly string[]): string[] {
  const wished: string[] = [];
  const said = new Set<string>();
  const named = new Set<unknown>();
  /** Of a step without an event no page of events says what its rows make open pages load again. */
  const silent = new Set<unknown>();
  for (const { events, context } of plans) {
    if (events.length === 0) Object.values(context as object).forEach((id) => silent.add(id));
    for (const event of events) {
      const about: Readonly<Record<string, unknown>> = { ...(context as object), ...event };
      Object.values(about).forEach((id) => named.add(id));
      const { live } = pages.find(({ event: { type } }) => type === event.type)!;
      Object.values(live)
        .flat()
        .forEach((type) => said.add(type));
      for (const reader of ['patient', 'clinic'] as const) {
        const id = about[`${reader}Id`];
        if (id)
          wished.push(...(live[reader] ?? []).map((type) => `${reader}:${String(id)} ${type}`));
      }
    }
  }
  if (said.size === 0) return [];
  const personal = messages.map(
    (message) => /^(?:patient|clinic):(\S+) (\S+)$/.exec(message) ?? [],
  );
  return [
    ...wished.filter((one) => !messages.includes(one)).map((one) => `open pages got no ${one}`),
    ...personal
      .filter(
        ([message, id, type]) => message && !silent.has(id) && !(named.has(id) && said.has(type!)),
      )
      .map(([message]) => `open pages got ${message}, which no page of its events says`),
  ];
}
