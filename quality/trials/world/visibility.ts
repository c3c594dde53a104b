import type pg from 'pg';
import type { Mail } from './ground';
import { type Canary, type Entry, type History, inFlight } from './history';

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

interface Place {
  readonly lead?: string;
  readonly offer?: string;
}

/** Who stood how to whom, and when: the product's clock in milliseconds. */
export interface Truth {
  readonly leads: ReadonlyMap<string, LeadRow>;
  readonly offers: readonly OfferRow[];
  /** Where a canary stands: the request or the offer it belongs to. Several where a clock jumped over the memory of a key. */
  readonly places: ReadonlyMap<string, readonly Place[]>;
  readonly clinics: ReadonlyMap<
    string,
    { city: string; specialties: readonly string[]; approved: Span[] }
  >;
  readonly photos: ReadonlyMap<string, { lead: string | null; owner: string }>;
  /** Since when a clinic may not see the photos of a request, by both ids; of those that may not at the end. */
  readonly sightEnds: ReadonlyMap<string, number>;
  /** Ids of persons that were erased. */
  readonly gone: ReadonlySet<string>;
  /** By acknowledged words: the clinic whose offer they were about, by its name in the world. */
  readonly claimed: ReadonlyMap<string, string | undefined>;
  /** Ids by the names of the world, as far as they signed in. */
  readonly ids: ReadonlyMap<string, string>;
}

type Span = readonly [from: number, to: number];

const ms = (column: string): string => `(extract(epoch from ${column}) * 1000)::float8`;
export const word = `(regexp_matches(t.words, 'zqx[a-z]{12}', 'g'))[1]`;

export async function readTruth(database: pg.Pool, history: History): Promise<Truth> {
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
    places: placesByWord(places),
    clinics: new Map(
      clinics.map(({ id, ...clinic }) => [
        id,
        { ...clinic, approved: spansOf(turns.filter((turn) => turn.id === id)) },
      ]),
    ),
    photos: new Map(photos.map(({ id, ...photo }) => [id, photo])),
    sightEnds: new Map(sights.map(({ key, at }) => [key, at])),
    gone: new Set(gone.map(({ id }) => id)),
    claimed: claimedOffers(history),
    ids,
  };
}

function placesByWord(rows: ReadonlyArray<Place & { readonly word: string }>): Truth['places'] {
  const found = new Map<string, Place[]>();
  for (const { word: held, ...place } of rows) found.set(held, [...(found.get(held) ?? []), place]);
  return found;
}

function claimedOffers({ claims }: History): Truth['claimed'] {
  const makers = new Map(
    claims.flatMap(({ kind, id, who }) => (kind === 'offer' ? [[id, who]] : [])),
  );
  return new Map(
    claims
      .filter(({ kind }) => kind === 'offer' || kind === 'message')
      .map(({ words, about, id }) => [words, makers.get(about ?? id)]),
  );
}

/**
 * Of who has left no row says any more whose offer their words were about. What was acknowledged says it; what was not is left
 * alone.
 */
function wasTheirs({ who }: Reading, { owner, word: held }: Canary, truth: Truth): boolean {
  const leavers = [who, owner].filter((name) => truth.gone.has(truth.ids.get(name) ?? ''));
  const known = truth.claimed.get(held);
  if (leavers.length === 0) return false;
  const clinic = [who, owner].find((name) => name.startsWith('clinic'));
  return known === undefined || known === clinic;
}

/** When a clinic was approved, from the states of its application. */
function spansOf(turns: ReadonlyArray<{ at: number; status: string }>): Span[] {
  const spans: Span[] = [];
  for (const [n, { at, status }] of turns.entries())
    if (status.includes('approved')) spans.push([at, turns[n + 1]?.at ?? Infinity]);
  return spans;
}

/** Rule 3: each answer, and each mail, against who may read what it held, at that time. */
export function leaks(history: History, truth: Truth, mails: readonly Mail[]): string[] {
  const lines: string[] = [];
  const read = (entry: Reading, held: string) => {
    const canary = history.canaries.get(held)!;
    if (!mayRead(entry, canary, truth))
      lines.push(
        `${entry.who} read ${canary.kind} of ${canary.owner} by ${entry.call} ${whyNot(entry, canary, truth)}`,
      );
  };
  for (const entry of history.entries) {
    entry.held.forEach((held) => read(entry, held));
    if (entry.photo && !maySee(entry, entry.photo, truth))
      lines.push(`${entry.who} saw photo ${entry.photo} by ${entry.call}`);
  }
  for (const { to, text, at } of mails) {
    const who = history.canaries.get(to.split('@')[0]!.toLowerCase())?.owner ?? 'staff';
    const time = history.productOf(at);
    for (const held of history.heldBy(text))
      read({ who, call: 'mail', from: time, to: time }, held);
  }
  return lines;
}

/** What a finding is judged by, for whoever looks into it. */
function whyNot(entry: Reading, canary: Canary, truth: Truth): string {
  const { owner } = canary;
  const leads = placesOf(canary, truth).map(({ lead }) => lead ?? '');
  const reader = truth.ids.get(entry.who) ?? '';
  return JSON.stringify({
    ...{
      from: entry.from,
      to: entry.to,
      leads: leads.map((lead) => truth.leads.get(lead)),
      clinic: truth.clinics.get(reader),
    },
    gone: [entry.who, owner].filter((name) => truth.gone.has(truth.ids.get(name) ?? '')),
    offers: truth.offers.filter((each) => leads.includes(each.lead) && each.clinic === reader),
  });
}

/** When something was read, by whom and how. */
type Reading = Pick<Entry, 'who' | 'call' | 'from' | 'to'>;

/** What a clock shows and what the checker knows of it differ by the time of one call. */
const slack = 2_000;

const mayRead = (entry: Reading, canary: Canary, truth: Truth): boolean =>
  placesOf(canary, truth).some((place) => mayReadAt(place, entry, canary, truth));

const placesOf = ({ word: held }: Canary, { places }: Truth): readonly Place[] =>
  places.get(held) ?? [{}];

function mayReadAt({ lead, offer }: Place, entry: Reading, canary: Canary, truth: Truth): boolean {
  const { kind, owner } = canary;
  const { who, call } = entry;
  if (who === owner || kind === 'public') return true;
  const [reader, person] = [truth.ids.get(who) ?? '', truth.ids.get(owner) ?? ''];
  // Of who has left, nothing says any more what their notes were about.
  if (kind === 'notes' && !lead && truth.gone.has(person)) return true;
  if (who.startsWith('staff')) {
    // What people wrote is read for a reason; what the team is asked, and who a clinic is, is its work.
    // Who types a number into their notes shows it to the team with them.
    const isTyped = call.startsWith('GET /api/admin/leads/') && kind === 'contact';
    const request = isTyped ? /leads\/([^/?]+)$/.exec(call)?.[1] : lead;
    // Of who has left, nothing says any more what was screened when.
    if (kind === 'notes' || isTyped)
      return truth.gone.has(person) || isScreened(entry, request, truth);
    // Why a request is cancelled is said to the team, as a ticket is.
    return (
      kind === 'ticket' ||
      kind === 'reason' ||
      kind === 'clinic-contact' ||
      (kind === 'offer' && call.includes('offers'))
    );
  }
  const between = truth.offers.filter(
    (each) =>
      (each.patient === reader && each.clinic === person) ||
      (each.clinic === reader && each.patient === person),
  );
  const chosen = between.some(({ accepted }) => accepted !== null && accepted <= entry.to + slack);
  if (kind === 'contact' || kind === 'clinic-contact') return chosen;
  if (kind === 'notes' && lead && who.startsWith('clinic'))
    return maySeeLead(entry, reader, lead, truth);
  if (kind === 'message' || kind === 'offer')
    return between.some(({ id }) => id === offer) || wasTheirs(entry, canary, truth);
  return false;
}

/** A request that is open and matches, or for which the clinic has an offer. */
function maySeeLead(entry: Reading, clinic: string, leadId: string, truth: Truth): boolean {
  const own = truth.offers.some(
    (each) => each.lead === leadId && each.clinic === clinic && each.made <= entry.to + slack,
  );
  const lead = truth.leads.get(leadId);
  // Of a clinic that has left, nothing says any more when it was approved.
  if (truth.gone.has(clinic)) return lead !== undefined && (own || isOpen(entry, lead));
  const isApproved = truth.clinics
    .get(clinic)
    ?.approved.some(([from, to]) => from <= entry.to + slack && to >= entry.from - slack);
  if (!lead || !isApproved) return false;
  return own || (isOpen(entry, lead) && matchesAt(entry, clinic, lead, truth));
}

const isOpen = ({ from, to }: Reading, { published, ended }: LeadRow): boolean =>
  published !== null && published <= to + slack && (ended ?? Infinity) >= from - slack;

/** The team looks at a request before it is published, or ends. */
function isScreened({ from }: Reading, id: string | undefined, { leads }: Truth): boolean {
  const lead = leads.get(id ?? '');
  return lead !== undefined && (lead.published ?? lead.ended ?? Infinity) >= from - inFlight;
}

const specialtyOf: Readonly<Record<string, string>> = {
  dental: 'Dental Treatment',
  hair: 'Hair Transplant',
};

function matchesAt({ to }: Reading, clinicId: string, lead: LeadRow, { clinics }: Truth): boolean {
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
  // Of a clinic that has left, no row says any more what it offered.
  if (truth.gone.has(reader)) return lead.published !== null;
  const ended = truth.sightEnds.get(`${lead.id} ${reader}`) ?? Infinity;
  if (ended < entry.from - slack) return false;
  const offers = truth.offers.filter(({ lead: of, clinic }) => of === lead.id && clinic === reader);
  const chosen = offers.some(({ accepted }) => accepted !== null && accepted <= entry.to + slack);
  const live = offers.some(
    ({ made, ended }) => made <= entry.to + slack && (ended ?? Infinity) >= entry.from - slack,
  );
  return chosen || (isOpen(entry, lead) && (live || matchesAt(entry, reader, lead, truth)));
}
