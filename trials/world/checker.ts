import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import type { World } from './client';
import type { Canary, Claim, Entry, History } from './history';
import type { Plan } from './plan';
import { consequences, promises, whole } from './promises';

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
    ['rows that contradict each other', (await database.query<{ what: string }>(contradictions)).rows.map(({ what }) => what)],
    ['left behind of somebody who has left', await leftBehind(database, history, truth)],
    ['read what was not theirs', leaks(history, truth)],
    ['personal words in the logs', inLogs(history, ground.stage.folder)],
    ['due and never done', left],
    ['promises with a clock that were not kept', await promises(database, history)],
    ['consequences that an event should not have, or lacks', await consequences(world)],
    ['what `npm run check` finds', await whole(world)],
    ['processes that ended by themselves', deaths],
  ];
  return {
    figures: figuresOf({ history, plan }, ground.providers.mails.length),
    findings: rules.filter(([, lines]) => lines.length > 0).map(([rule, lines]) => ({ rule, lines })),
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

interface LeadRow {
  readonly id: string;
  readonly patient: string;
  readonly treatment: string;
  readonly locations: readonly string[];
  readonly published: number | null;
  readonly wide: number | null;
  readonly ended: number | null;
  readonly completed: boolean;
}

interface OfferRow {
  readonly id: string;
  readonly lead: string;
  readonly patient: string;
  readonly clinic: string;
  readonly made: number;
  readonly accepted: number | null;
  readonly ended: number | null;
}

/** Who stood how to whom, and when: the product's clock in milliseconds. */
interface Truth {
  readonly leads: ReadonlyMap<string, LeadRow>;
  readonly offers: readonly OfferRow[];
  /** Where a canary stands: the request or the offer it belongs to. */
  readonly places: ReadonlyMap<string, { lead?: string; offer?: string }>;
  readonly clinics: ReadonlyMap<string, { city: string; specialties: readonly string[]; approved: Span[] }>;
  readonly photos: ReadonlyMap<string, { lead: string | null; owner: string }>;
  /** Since when a clinic may not see the photos of a request, by both ids; of those that may not at the end. */
  readonly sightEnds: ReadonlyMap<string, number>;
  /** Ids of persons that were erased. */
  readonly gone: ReadonlySet<string>;
  /** Ids by the names of the world, as far as they signed in. */
  readonly ids: ReadonlyMap<string, string>;
}

type Span = readonly [from: number, to: number];

const ms = (column: string): string => `(extract(epoch from ${column}) * 1000)::float8`;
const word = `(regexp_matches(t.words, 'zqx[a-z]{12}', 'g'))[1]`;

async function readTruth(database: pg.Pool, history: History): Promise<Truth> {
  const all = async <Row>(sql: string): Promise<Row[]> => (await database.query(sql)).rows as Row[];
  const leads = await all<LeadRow>(
    `select l.id, patient_id as patient, treatment, locations, ${ms('published_at')} as published,
       ${ms('coalesce(completed_at, cancelled_at)')} as ended, completed_at is not null as completed,
       (select min(${ms('at')}) from flow.transition t where t.instance_id = l.id
          and (t.name in ('leads.open-cities') or t.effects ? 'leads.widened')) as wide
     from leads.lead l`,
  );
  const offers = await all<OfferRow>(
    `select id, lead_id as lead, patient_id as patient, clinic_id as clinic, ${ms('created_at')} as made,
       case when status = 'accepted' then ${ms('ended_at')} end as accepted, ${ms('ended_at')} as ended
     from offers.offer`,
  );
  const places = await all<{ word: string; lead?: string; offer?: string }>(
    `select ${word} as word, lead, offer from (
       select description || ' ' || coalesce(patient_info::text, '') || ' ' || coalesce(cancel_reason, '') as words,
         id as lead, null::uuid as offer from leads.lead
       union all select text, null, conversation_id from messaging.message
       union all select message, null, offer_id from offers.revision
       union all select coalesce(cancel_reason, ''), null, offer_id from deals.deal) t`,
  );
  const clinics = await all<{ id: string; city: string; specialties: string[] }>(
    'select id, city, specialties from clinic_onboarding.clinic',
  );
  const turns = await all<{ id: string; at: number; status: string }>(
    `select instance_id as id, ${ms('at')} as at, (state -> 'value')::text as status from flow.transition
     where instance_id in (select id from clinic_onboarding.clinic) order by instance_id, version`,
  );
  const ids = new Map<string, string>();
  const sights = await all<{ key: string; at: number }>(
    `select lead_id || ' ' || clinic_id as key, ${ms('at')} as at from consultation.photo_sight_end`,
  );
  const photos = await all<{ id: string; lead: string | null; owner: string }>(
    'select id, lead_id as lead, owner_id as owner from consultation.photo',
  );
  const gone = await all<{ id: string }>('select person_id as id from leaving.erasure');
  for (const [name, id] of history.people) ids.set(name, id);
  return {
    leads: new Map(leads.map((lead) => [lead.id, lead])),
    offers,
    places: new Map(places.map(({ word: found, ...place }) => [found, place])),
    clinics: new Map(
      clinics.map(({ id, ...clinic }) => [
        id,
        { ...clinic, approved: spansOf(turns.filter((turn) => turn.id === id)) },
      ]),
    ),
    photos: new Map(photos.map(({ id, ...photo }) => [id, photo])),
    sightEnds: new Map(sights.map(({ key, at }) => [key, at])),
    gone: new Set(gone.map(({ id }) => id)),
    ids,
  };
}

/** When a clinic was approved, from the states of its application. */
function spansOf(turns: ReadonlyArray<{ at: number; status: string }>): Span[] {
  const spans: Span[] = [];
  for (const [n, { at, status }] of turns.entries())
    if (status.includes('approved')) spans.push([at, turns[n + 1]?.at ?? Infinity]);
  return spans;
}

const tables: Readonly<Record<string, string>> = {
  request: 'select id, description as words, patient_id as a, null::uuid as b from leads.lead where id = any($1)',
  photo: `select id, coalesce(lead_id::text, '') as words, owner_id as a, null::uuid as b from consultation.photo
    where id = any($1)`,
  offer: `select o.id, string_agg(r.message, ' ') as words, o.patient_id as a, o.clinic_id as b from offers.offer o
    join offers.revision r on r.offer_id = o.id where o.id = any($1) group by o.id`,
  message: `select m.id, text as words, c.patient_id as a, c.clinic_id as b from messaging.message m
    join messaging.conversation c on c.id = m.conversation_id where m.id = any($1)`,
  event: `select instance_id as id, string_agg(name, ' ') as words, null::uuid as a, null::uuid as b from flow.transition
    where instance_id = any($1) group by instance_id`,
  ticket: `select t.id, string_agg(m.text, ' ') as words, t.owner_id as a, null::uuid as b from support.ticket t
    join support.message m on m.ticket_id = t.id where t.id = any($1) group by t.id`,
  review: 'select id, text as words, patient_id as a, clinic_id as b from deals.review where id = any($1)',
  consent: `select patient_id as id, string_agg(kind, ' ') as words, patient_id as a, null::uuid as b
    from identity.consent where withdrawn_at is not null and patient_id = any($1) group by patient_id`,
  leave: `select person_id as id, '' as words, null::uuid as a, null::uuid as b from leaving.erasure
    where person_id = any($1) and status = 'erased'`,
};

/** Rule 1: what was acknowledged is there, with its words; but for what belonged to somebody who has left since. */
async function lost(database: pg.Pool, history: History, truth: Truth): Promise<string[]> {
  const lines: string[] = [];
  const kinds = new Map<string, Claim[]>();
  for (const claim of history.claims) kinds.set(claim.kind, [...(kinds.get(claim.kind) ?? []), claim]);
  for (const [kind, claims] of kinds) {
    const { rows } = await database.query<{ id: string; words: string; a: string; b: string }>(
      tables[kind]!,
      [claims.map(({ id }) => id)],
    );
    const there = new Map(rows.map((row) => [row.id, row]));
    for (const { id, words, who } of claims) {
      const row = there.get(id);
      const owner = truth.ids.get(who) ?? '';
      const left = kind !== 'leave' && [owner, row?.a, row?.b].some((each) => truth.gone.has(each ?? ''));
      if (!left && !(row && row.words.includes(words))) lines.push(`${kind} ${id} of ${who}: ${words}`);
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

/** What somebody who has left had typed, and still lies in a table. */
async function leftBehind(database: pg.Pool, history: History, { gone, ids }: Truth): Promise<string[]> {
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
        if (owners.has(owner)) lines.push(`${kind} of ${owner}, who left, is in ${name}`);
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

/** Rule 2. A message that a server took and nobody read its yes goes to it again under the same Message-ID. */
async function doubled(database: pg.Pool, { history, ground }: World): Promise<string[]> {
  const lines: string[] = [];
  for (const [what, sql] of Object.entries(twice)) {
    const { rows } = await database.query<{ what: string; n: string }>(`${sql} group by 1`);
    for (const row of rows)
      if (Number(row.n) > 1 && !history.forgotten.has(row.what)) lines.push(`${what}: ${row.n} x ${row.what}`);
  }
  const sent = new Map<string, number[]>();
  for (const { id, at } of ground.providers.mails) sent.set(id, [...(sent.get(id) ?? []), at]);
  for (const [id, at] of sent)
    if (at.length > 1 && !history.wasBroken(at[0]!, at.at(-1)!))
      lines.push(`mails: ${at.length} x ${id} with nothing broken meanwhile`);
  return lines;
}

/** Rule 3: each answer against who may read what it held, at the time of the answer. */
function leaks(history: History, truth: Truth): string[] {
  const lines: string[] = [];
  for (const entry of history.entries) {
    for (const held of entry.held) {
      const canary = history.canaries.get(held)!;
      if (!mayRead(entry, canary, truth))
        lines.push(`${entry.who} read ${canary.kind} of ${canary.owner} by ${entry.call}`);
    }
    if (entry.photo && !maySee(entry, entry.photo, truth))
      lines.push(`${entry.who} saw photo ${entry.photo} by ${entry.call}`);
  }
  return lines;
}

/** What a clock shows and what the checker knows of it differ by the time of one call. */
const slack = 2_000;

function mayRead(entry: Entry, { kind, owner, word: held }: Canary, truth: Truth): boolean {
  const { who, call } = entry;
  if (who === owner) return true;
  const [reader, person] = [truth.ids.get(who) ?? '', truth.ids.get(owner) ?? ''];
  const { lead, offer } = truth.places.get(held) ?? {};
  if (who.startsWith('staff')) {
    // What people wrote is read for a reason; what the team is asked, and who a clinic is, is its work.
    // Who types a number into their notes shows it to the team with them.
    const isTyped = call.startsWith('GET /api/admin/leads/') && kind === 'contact';
    const request = isTyped ? /leads\/([^/?]+)$/.exec(call)?.[1] : lead;
    if (kind === 'notes' || isTyped) return isScreened(entry, request, truth);
    return kind === 'ticket' || kind === 'clinic-contact' || (kind === 'offer' && call.includes('offers'));
  }
  const between = truth.offers.filter(
    (each) =>
      (each.patient === reader && each.clinic === person) ||
      (each.clinic === reader && each.patient === person),
  );
  const chosen = between.some(({ accepted }) => accepted !== null && accepted <= entry.to + slack);
  if (kind === 'contact' || kind === 'clinic-contact') return chosen;
  if (kind === 'notes' && lead && who.startsWith('clinic')) return maySeeLead(entry, reader, lead, truth);
  if (kind === 'message' || kind === 'offer') return between.some(({ id }) => id === offer);
  return false;
}

/** A request that is open and matches, or for which the clinic has an offer. */
function maySeeLead(entry: Entry, clinic: string, leadId: string, truth: Truth): boolean {
  const own = truth.offers.some(
    (each) => each.lead === leadId && each.clinic === clinic && each.made <= entry.to + slack,
  );
  const lead = truth.leads.get(leadId);
  const isApproved = truth.clinics
    .get(clinic)
    ?.approved.some(([from, to]) => from <= entry.to + slack && to >= entry.from - slack);
  if (!lead || !isApproved) return false;
  return own || (isOpen(entry, lead) && matchesAt(entry, clinic, lead, truth));
}

const isOpen = ({ from, to }: Entry, { published, ended }: LeadRow): boolean =>
  published !== null && published <= to + slack && (ended ?? Infinity) >= from - slack;

/** The team looks at a request before it is published, or ends. */
function isScreened({ from }: Entry, id: string | undefined, { leads }: Truth): boolean {
  const lead = leads.get(id ?? '');
  return lead !== undefined && (lead.published ?? lead.ended ?? Infinity) >= from - slack;
}

const specialtyOf: Readonly<Record<string, string>> = {
  dental: 'Dental Treatment',
  hair: 'Hair Transplant',
};

function matchesAt({ to }: Entry, clinicId: string, lead: LeadRow, { clinics }: Truth): boolean {
  const clinic = clinics.get(clinicId)!;
  const near = lead.locations.length === 0 || lead.locations.includes(clinic.city);
  return (
    clinic.specialties.includes(specialtyOf[lead.treatment]!) &&
    (near || (lead.wide !== null && lead.wide <= to + slack))
  );
}

function maySee(entry: Entry, photoId: string, truth: Truth): boolean {
  const reader = truth.ids.get(entry.who) ?? '';
  const photo = truth.photos.get(photoId);
  // It is gone by now: with its owner, or with its draft.
  if (!photo || photo.owner === reader) return true;
  const lead = photo.lead ? truth.leads.get(photo.lead) : undefined;
  if (!lead || !entry.who.startsWith('clinic')) return false;
  const ended = truth.sightEnds.get(`${lead.id} ${reader}`) ?? Infinity;
  if (ended < entry.from - slack) return false;
  const offers = truth.offers.filter(({ lead: of, clinic }) => of === lead.id && clinic === reader);
  const chosen = offers.some(({ accepted }) => accepted !== null && accepted <= entry.to + slack);
  const live = offers.some(
    ({ made, ended }) => made <= entry.to + slack && (ended ?? Infinity) >= entry.from - slack,
  );
  return chosen || (isOpen(entry, lead) && (live || matchesAt(entry, reader, lead, truth)));
}

/** No word of anybody stands in the logs of the processes. */
function inLogs(history: History, folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.log'))
    .flatMap((name) =>
      history
        .heldBy(readFileSync(path.join(folder, name), 'utf8'))
        .map((held) => `${name} has ${history.canaries.get(held)!.kind} of ${history.canaries.get(held)!.owner}`),
    );
}
