import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import type { World } from './client';
import type { Claim, History } from './history';
import type { Plan } from './plan';
import { consequences, promises } from './promises';
import { leaks, readTruth, word, type Truth } from './visibility';
import { whole } from './notifications';

export interface Finding {
  readonly rule: string;
  readonly lines: readonly string[];
}

export interface Verdict {
  readonly figures: Readonly<Record<string, string | number>>;
  readonly findings: readonly Finding[];
}

export interface Checked {
  readonly world: World;
  readonly plan: Plan;
  /** What did not come to rest. */
  readonly left: readonly string[];
}

/** Holds what every actor was answered against what there is. Nothing of the product runs any more. */
export async function check({ world, plan, left }: Checked): Promise<Verdict> {
  const { history, ground } = world;
  const { database } = ground.stage;
  const truth = await readTruth(database, history);
  const deaths = [...ground.webs, ...ground.workers].flatMap((actor) => actor.deaths);
  const rules: Array<readonly [string, readonly string[]]> = [
    ['answers that are wrong by themselves', history.wrong],
    ['acknowledged and lost', await lost(database, history, truth)],
    ['done twice', await doubled(database, world)],
    [
      'rows that contradict each other',
      (await database.query<{ what: string }>(contradictions)).rows.map(({ what }) => what),
    ],
    ['left behind of a person who has left', await leftBehind(database, history, truth)],
    ['read what was not theirs', leaks(history, truth, ground.providers.mails)],
    ['personal words in the logs', inLogs(history, ground.stage.folder)],
    ['due and never done', left],
    ['promises with a clock that were not kept', await promises(database, history)],
    ['consequences that an event should not have, or lacks', await consequences(world)],
    ['what `npm run check` finds', await whole(world)],
    ['processes that ended by themselves', deaths],
  ];
  return {
    figures: figuresOf({ history, plan }, ground.providers.mails.length),
    findings: rules
      .filter(([, lines]) => lines.length > 0)
      .map(([rule, lines]) => ({ rule, lines })),
  };
}

function figuresOf({ history, plan }: { history: History; plan: Plan }, mails: number) {
  const { entries, claims, broken, shifts } = history;
  const answered = entries.filter(({ status }) => status > 0 && status < 500);
  const hours = (shifts.at(-1)!.shift - shifts[0]!.shift) / 3_600_000;
  return {
    'steps of the plan, calls, of them answered': `${plan.steps.length}, ${entries.length}, ${answered.length}`,
    'good answers': answered.filter(({ status }) => status < 300).length,
    'acknowledged deeds': claims.length,
    'faults that happened': broken.length,
    'jumps of the clock; its hours in all': `${shifts.length - 1}; ${hours.toFixed(0)}`,
    'mails taken': mails,
  };
}

const tables: Readonly<Record<string, string>> = {
  request:
    'select id, description as words, patient_id as a, null::uuid as b from leads.lead where id = any($1)',
  photo: `select id, coalesce(lead_id::text, '') as words, owner_id as a, null::uuid as b from consultation.photo
    where id = any($1)`,
  offer: `select o.id, string_agg(r.message, ' ') as words, o.patient_id as a, o.clinic_id as b from offers.offer o
    join offers.revision r on r.offer_id = o.id where o.id = any($1) group by o.id`,
  message: `select m.id, text as words, c.patient_id as a, c.clinic_id as b from messaging.message m
    join messaging.conversation c on c.id = m.conversation_id where m.id = any($1)`,
  event: `select instance_id as id, string_agg(name || ' ' || actor, ' ') as words, null::uuid as a, null::uuid as b from flow.transition
    where instance_id = any($1) group by instance_id`,
  ticket: `select t.id, string_agg(m.text, ' ') as words, t.owner_id as a, null::uuid as b from support.ticket t
    join support.message m on m.ticket_id = t.id where t.id = any($1) group by t.id`,
  review:
    'select id, text as words, patient_id as a, clinic_id as b from deals.review where id = any($1)',
  consent: `select patient_id as id, string_agg(kind, ' ') as words, patient_id as a, null::uuid as b
    from identity.consent where withdrawn_at is not null and patient_id = any($1) group by patient_id`,
  leave: `select person_id as id, '' as words, null::uuid as a, null::uuid as b from leaving.erasure
    where person_id = any($1) and status = 'erased'`,
};

/** Rule 1: what was acknowledged is there, with its words; but for what belonged to a person who has left since. */
async function lost(database: pg.Pool, history: History, truth: Truth): Promise<string[]> {
  const lines: string[] = [];
  const offers = new Map(truth.offers.map((each) => [each.id, each]));
  const hasLeft = [...truth.ids].some(
    ([name, id]) => name.startsWith('clinic') && truth.gone.has(id),
  );
  // Offers without an acceptance go with their clinic, and so does what was written about them.
  const wentAlong = (about?: string) => about !== undefined && !offers.has(about) && hasLeft;
  const kinds = new Map<string, Claim[]>();
  for (const claim of history.claims)
    kinds.set(claim.kind, [...(kinds.get(claim.kind) ?? []), claim]);
  for (const [kind, claims] of kinds) {
    const { rows } = await database.query<{ id: string; words: string; a: string; b: string }>(
      tables[kind]!,
      [claims.map(({ id }) => id)],
    );
    const there = new Map(rows.map((row) => [row.id, row]));
    for (const { id, words, who, about: named } of claims) {
      // What happened to an offer goes with it, too.
      const about = named ?? (kind === 'event' && words.startsWith('offers.') ? id : undefined);
      const offer = offers.get(about ?? '');
      const row = there.get(id);
      const owner = truth.ids.get(who) ?? '';
      const people = [owner, row?.a, row?.b, offer?.patient, offer?.clinic];
      const left =
        kind !== 'leave' && (wentAlong(about) || people.some((each) => truth.gone.has(each ?? '')));
      const sought = kind === 'event' ? `${words} ${who.split('-')[0]}:${owner}` : words;
      if (!left && !(row && row.words.includes(sought)))
        lines.push(`${kind} ${id} of ${who}: ${words}`);
    }
  }
  return lines;
}

/** What rows of several tables say of one thing: each line is two of them that contradict each other. */
const contradictions = `
  select 'offer ' || o.id || ' is accepted, its request is ' || l.status || ', its deal ' || coalesce(d.status, 'not there') as what
    from offers.offer o join leads.lead l on l.id = o.lead_id left join deals.deal d on d.offer_id = o.id
    where o.status = 'accepted' and (l.status <> 'completed' or d.id is null or l.accepted_offer_id <> o.id)
  union all select 'offer ' || o.id || ' is ' || o.status || ' for a request that is ' || l.status
    from offers.offer o join leads.lead l on l.id = o.lead_id
    where o.status in ('pending', 'negotiating') and l.status <> 'offers_received'
  union all select 'request ' || l.id || ' counts ' || l.offers_count || ' offers' from leads.lead l
    where l.status in ('reviewed', 'offers_received') and l.offers_count <> (select count(*) from offers.offer o
      where o.lead_id = l.id and o.status in ('pending', 'negotiating'))
  union all select 'request ' || l.id || ' is completed without a deal' from leads.lead l
    where l.status = 'completed' and not exists (select from deals.deal d where d.lead_id = l.id)
  union all select 'conversation ' || c.id || ' counts its unread words wrong' from messaging.conversation c
    where patient_unread <> (select count(*) from messaging.message m
        where m.conversation_id = c.id and m.from_side = 'clinic' and read_at is null)
      or clinic_unread <> (select count(*) from messaging.message m
        where m.conversation_id = c.id and m.from_side = 'patient' and read_at is null)
  union all select 'photo ' || p.id || ' is of a request that does not name it' from consultation.photo p
    join leads.lead l on l.id = p.lead_id where not p.id = any(l.photos)`;

/** What a person who has left had typed, where it still lies in a table. */
async function leftBehind(
  database: pg.Pool,
  history: History,
  { gone, ids, places, offers }: Truth,
): Promise<string[]> {
  // A patient keeps the offer that was accepted, also when its clinic has left.
  const accepted = new Set(offers.filter((each) => each.accepted !== null).map(({ id }) => id));
  const isKept = (held: string) =>
    (places.get(held) ?? []).some(({ offer }) => accepted.has(offer ?? ''));
  const owners = new Set([...ids].filter(([, id]) => gone.has(id)).map(([name]) => name));
  const words = [...history.canaries.values()].filter(({ owner }) => owners.has(owner));
  if (words.length === 0) return [];
  const { rows: tables } = await database.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  const lines: string[] = [];
  for (const { name } of tables) {
    const { rows } = await database.query<{ row: string }>(
      `select t::text as row from ${name} t where t::text ilike any($1)`,
      [words.map(({ word: each }) => `%${each}%`)],
    );
    for (const { row } of rows)
      for (const held of history.heldBy(row)) {
        const { owner, kind } = history.canaries.get(held)!;
        if (owners.has(owner) && !(kind === 'offer' && isKept(held)))
          lines.push(`${kind} of ${owner}, who left, is in ${name}`);
      }
  }
  return lines;
}

/** Words that were sent under a key and stand in two things; a choice, a deal or a review that is there twice. */
const twice: Readonly<Record<string, string>> = {
  requests: `select ${word} as what, count(distinct id) as n from (select id, description as words from leads.lead) t`,
  offers: `select ${word} as what, count(distinct id) as n from (select offer_id as id, message as words from offers.revision) t`,
  messages: `select ${word} as what, count(distinct id) as n from (select id, text as words from messaging.message) t`,
  tickets: `select ${word} as what, count(distinct id) as n from (select id, text as words from support.message) t`,
  choices: `select lead_id::text as what, count(*) as n from offers.offer t where status = 'accepted'`,
  'live offers of one clinic': `select lead_id::text || clinic_id as what, count(*) as n from offers.offer t
    where status in ('pending', 'negotiating', 'accepted')`,
  deals: `select lead_id::text as what, count(*) as n from deals.deal t where status <> 'cancelled'`,
  confirmations: `select instance_id::text || actor as what, count(*) as n from flow.transition t
    where name = 'deals.confirm'`,
};

/** Rule 2. A message whose acceptance by the server was not read goes to it again under the same Message-ID. */
async function doubled(database: pg.Pool, { history, ground }: World): Promise<string[]> {
  const lines: string[] = [];
  for (const [what, sql] of Object.entries(twice)) {
    const { rows } = await database.query<{ what: string; n: string }>(`${sql} group by 1`);
    for (const row of rows)
      if (Number(row.n) > 1 && !history.forgotten.has(row.what))
        lines.push(`${what}: ${row.n} x ${row.what}`);
  }
  const sent = new Map<string, number[]>();
  for (const { id, at } of ground.providers.mails) sent.set(id, [...(sent.get(id) ?? []), at]);
  for (const [id, at] of sent)
    if (at.length > 1 && !history.wasBroken(at[0]!, at.at(-1)!))
      lines.push(`mails: ${at.length} x ${id} with nothing broken meanwhile`);
  return lines;
}

/** No word of a person stands in the logs of the processes. */
function inLogs(history: History, folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.log'))
    .flatMap((name) =>
      history
        .heldBy(readFileSync(path.join(folder, name), 'utf8'))
        .map(
          (held) =>
            `${name} has ${history.canaries.get(held)!.kind} of ${history.canaries.get(held)!.owner}`,
        ),
    );
}
