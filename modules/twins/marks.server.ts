import { inArray, type SQL, sql } from 'drizzle-orm';
import { alias, PgDialect } from 'drizzle-orm/pg-core';
import { publishLive } from '#engine';
import { newId } from '#platform/base/ids';
import { pipeline } from '#platform/base/pipeline';
import type { TxCtx } from '#platform/context';
import { differingBits, quarterOf, sameColours, sameWithin } from '#platform/files/likeness';
import { sqlNow } from '#platform/time/clock';
import {
  fingerprintOf,
  keyedHash,
  licenceValue,
  phoneValue,
  quartersOf,
  sameNumbers,
  sharedNumbers,
  textMark,
  websiteValue,
} from './rules';
import { branch, finding, goneMark, mark } from './tables.server';
import { type ClinicMarkKind, type MarkKind, mostPerMark, type OtherKind } from './values';

type MarkRow = typeof mark.$inferSelect;
type FindingRow = typeof finding.$inferInsert;

/** What a clinic is known by, as its own module has it. */
export interface ClinicTraits {
  readonly clinicId: string;
  readonly licenseNumber: string;
  /** E.164; null of a clinic that is off its number. */
  readonly phone: string | null;
  readonly website: string | null;
  readonly description: string;
  readonly documents: ReadonlyArray<{ readonly id: string; readonly sha256: string }>;
  /** Those that can be compared. */
  readonly pictures: ReadonlyArray<{
    readonly id: string;
    readonly hash: string;
    readonly colours: string | null;
  }>;
}

/** A photo of a patient that has joined a request. */
export interface PhotoTraits {
  readonly id: string;
  readonly patientId: string;
  readonly leadId: string;
  readonly hash: string;
  readonly colours: string | null;
  /** It was taken for a view. */
  readonly guided: boolean;
}

type NewMark = Pick<typeof mark.$inferInsert, 'kind' | 'sourceId' | 'value' | 'bands' | 'colours'>;

function marksOf({ clinicId, ...said }: ClinicTraits): NewMark[] {
  const own = (kind: ClinicMarkKind, value: string | null): NewMark[] =>
    value === null ? [] : [{ kind, sourceId: clinicId, value }];
  const text = textMark(said.description);
  return [
    ...own('licence', licenceValue(said.licenseNumber)),
    ...own('phone', said.phone && phoneValue(said.phone)),
    ...own('website', websiteValue(said.website)),
    ...(text
      ? [
          {
            kind: 'description' as const,
            sourceId: clinicId,
            value: text.signature,
            bands: [...text.bands],
          },
        ]
      : []),
    ...said.documents.map(({ id: sourceId, sha256: value }) => ({
      kind: 'document' as const,
      sourceId,
      value,
    })),
    ...said.pictures.map(({ id: sourceId, hash: value, colours }) => ({
      kind: 'picture' as const,
      sourceId,
      value,
      colours,
    })),
  ];
}

/** Marks of one kind that stay of a clinic, the newest: a clinic that changes a detail again and again does not make looks slow. */
const mostOfKind = 200;

/**
 * Makes the marks of a clinic that it has not got yet, and looks for each among all others, within the transaction that
 * brought it about. What it said before stays a mark: a number that is changed is not forgotten. Marks that were there find
 * nothing again. Answers how many findings it wrote; the clinic learns nothing of them.
 */
export async function lookAtClinic(tx: TxCtx, traits: ClinicTraits): Promise<number> {
  const { clinicId: ownerId } = traits;
  const made = marksOf(traits);
  if (made.length === 0) return 0;
  const fresh = await tx.db
    .insert(mark)
    .values(made.map((one) => ({ id: newId(), ownerId, ...one, createdAt: sqlNow })))
    .onConflictDoNothing()
    .returning();
  if (fresh.length === 0) return 0;
  // In one trip and in this order: what is looked at is looked at under the locks.
  const [, , values, pictures, texts, gone] = await pipeline(
    removeOldest(tx, ownerId),
    takeTurns(tx, fresh),
    sameValues(tx, fresh),
    likePictures(tx, fresh),
    likeTexts(tx, fresh),
    goneClinics(tx, fresh),
  );
  return record(tx, [...values, ...pictures, ...texts, ...gone]);
}

/** A statement that is planned once for each connection: what it is made of costs more to plan than to do. */
function statement(name: string, words: SQL): { name: string; text: string } {
  const { sql: text, params } = new PgDialect().sqlToQuery(words);
  if (params.length > 0) throw new Error(`the statement ${name} has values of its own`);
  return { name, text };
}

/** What the call of a statement sets: an owner, a mark by its id, or words. */
const given = sql.raw('$1');

/** Of a description the present one alone: any number of words can be changed in it. */
const removing = statement(
  'twins-remove-oldest',
  sql`delete from ${mark} where id in (
    select id from (
      select id, kind, row_number() over (partition by kind order by created_at desc, id) as place
      from ${mark} where owner_id = ${given} and kind <> 'photo') own
    where place > case kind when 'description' then 1 else ${sql.raw(String(mostOfKind))} end)`,
);
const removeOldest = (tx: TxCtx, ownerId: string): Promise<unknown> =>
  tx.tx.query({ ...removing, values: [ownerId] });

/**
 * Makes marks of photos that have joined a request, and looks for each among the pictures of clinics. Between patients the
 * screening of requests looks. Answers how many findings it wrote.
 */
export async function lookAtPhotos(tx: TxCtx, photos: readonly PhotoTraits[]): Promise<number> {
  if (photos.length === 0) return 0;
  const fresh = await tx.db
    .insert(mark)
    .values(
      photos.map(({ id: sourceId, patientId: ownerId, hash: value, ...photo }) => ({
        ...{ id: newId(), kind: 'photo' as const, ownerId, sourceId, value },
        ...{ leadId: photo.leadId, colours: photo.colours, guided: photo.guided },
        createdAt: sqlNow,
      })),
    )
    // A photo goes on to the next request of its patient.
    .onConflictDoUpdate({
      target: mark.sourceId,
      targetWhere: sql`kind = 'photo'`,
      set: { leadId: sql`excluded.lead_id` },
    })
    .returning();
  const [, found] = await pipeline(takeTurns(tx, fresh), likePictures(tx, fresh));
  return record(tx, found);
}

/** By what marks are found: whoever looks for the same at the same time comes after the other. */
const turnsOf = ({ kind, value, bands }: MarkRow): string[] => {
  if (kind === 'picture' || kind === 'photo')
    return quartersOf(value).map((one) => `picture:${one}`);
  return bands ? bands.map((one, n) => `text:${n}:${one}`) : [`${kind}:${value}`];
};

const turns = (name: string, lock: string) =>
  statement(
    name,
    sql`select ${sql.raw(lock)}(key) from (
      select distinct hashtextextended('twins:' || word, 0) as key
      from unnest(${given}::text[]) word order by 1) turn`,
  );
const ownTurn = turns('twins-turn', 'pg_advisory_xact_lock');
const sharedTurn = turns('twins-shared-turn', 'pg_advisory_xact_lock_shared');

/**
 * Two that bring the same about at once would not see each other. Photos look for no photos, so they need not wait for each
 * other. In one order for all.
 */
const takeTurns = (tx: TxCtx, fresh: readonly MarkRow[]): Promise<unknown> =>
  tx.tx.query({
    ...(fresh.every(({ kind }) => kind === 'photo') ? sharedTurn : ownTurn),
    values: [fresh.flatMap(turnsOf)],
  });

const ids = (fresh: readonly MarkRow[], ...kinds: MarkKind[]): string[] =>
  fresh.flatMap(({ id, kind }) => (kinds.includes(kind) ? [id] : []));

interface Match {
  readonly own: MarkRow;
  readonly other: {
    readonly kind: OtherKind;
    readonly ownerId: string;
    readonly sourceId: string | null;
    readonly value: string;
  };
  readonly distance: number | null;
  readonly more: boolean;
}

interface Hit extends Record<string, unknown> {
  readonly own: string;
  readonly kind: MarkKind;
  readonly ownerId: string;
  readonly sourceId: string;
  readonly value: string;
  readonly distance: number | null;
}

/** One more than are recorded: whether there are more. */
const looked = sql.raw(String(mostPerMark + 1));

/** The first of what each mark met, and whether there was more. */
function matchesOf(fresh: readonly MarkRow[], hits: readonly Hit[]): Match[] {
  return fresh.flatMap((own) => {
    const met = hits.filter((hit) => hit.own === own.id);
    return met.slice(0, mostPerMark).map(({ kind, ownerId, sourceId, value, distance }) => ({
      own,
      other: { kind: kind === 'photo' ? 'patient' : 'clinic', ownerId, sourceId, value },
      distance,
      more: met.length > mostPerMark,
    }));
  });
}

type Look = ReturnType<typeof statement>;

/** One call for each mark, in one trip: for a list of marks the plan would be made anew each time. */
const lookBy = async (tx: TxCtx, look: Look, among: readonly string[]): Promise<Hit[]> =>
  (await pipeline(...among.map((id) => tx.tx.query<Hit>({ ...look, values: [id] })))).flatMap(
    ({ rows }) => rows,
  );

const sameValue = statement(
  'twins-same-value',
  sql`select m.id as own, o.kind, o.owner_id as "ownerId", o.source_id as "sourceId", o.value, null as distance
    from ${mark} m cross join lateral (
      select * from ${mark} o where o.kind = m.kind and o.value = m.value and o.owner_id <> m.owner_id
      order by o.owner_id limit ${looked}) o
    where m.id = ${given}`,
);

/** The same value at another clinic. */
const sameValues = async (tx: TxCtx, fresh: readonly MarkRow[]): Promise<Match[]> =>
  matchesOf(
    fresh,
    await lookBy(tx, sameValue, ids(fresh, 'licence', 'phone', 'website', 'document')),
  );

/** Rows of one quarter that are compared: a quarter of one colour is in very many pictures. */
const mostOfQuarter = sql.raw('60');
/** Rows with the very hash: of clinics each is another one. */
const mostOfHash = sql.raw('40');

const own = alias(mark, 'm');
const candidate = alias(mark, 'c');
const distance = differingBits(candidate.value, own.value);
const sameLook = sameColours(
  { hash: candidate.value, colours: candidate.colours },
  { hash: own.value, colours: own.colours },
);

/** Pictures of one kind that have the very hash, or a quarter of it: each from its index, and no more than can be compared. */
const candidatesAmong = (kind: 'picture' | 'photo'): SQL => {
  const of = sql.raw(`'${kind}'`);
  const quarters = ([1, 2, 3, 4] as const).map(
    (n) => sql`(select o.* from ${mark} o where o.kind = ${of}
      and ${quarterOf(sql`o.value`, n)} = ${quarterOf(sql`m.value`, n)} limit ${mostOfQuarter})`,
  );
  const same = sql`(select o.* from ${mark} o where o.kind = ${of} and o.value = m.value
    and o.owner_id <> m.owner_id order by o.owner_id limit ${mostOfHash})`;
  return sql.join([same, ...quarters], sql` union all `);
};

/** Of each owner the picture that is most alike. */
const likeAmong = (kind: 'picture' | 'photo'): Look =>
  statement(
    `twins-like-${kind}`,
    sql`select m.id as own, c.kind, c.owner_id as "ownerId", c.source_id as "sourceId", c.value, c.distance
    from ${mark} m cross join lateral (
      select * from (
        select distinct on (c.owner_id) c.kind, c.owner_id, c.source_id, c.value, ${distance} as distance
        from (${candidatesAmong(kind)}) c
        where c.owner_id <> m.owner_id and ${distance} <= ${sql.raw(String(sameWithin))}
          and (not (c.guided or m.guided) or ${sameLook})
        order by c.owner_id, ${distance}) nearest
      order by distance, owner_id limit ${looked}) c
    where m.id = ${given}`,
  );
const likePicture = likeAmong('picture');
const likePhoto = likeAmong('photo');

/** Nearly the same picture at another clinic, and as a patient's photo; of a photo, at a clinic. */
async function likePictures(tx: TxCtx, fresh: readonly MarkRow[]): Promise<Match[]> {
  const pictures = ids(fresh, 'picture');
  const [atClinics, withPatients] = await pipeline(
    lookBy(tx, likePicture, [...pictures, ...ids(fresh, 'photo')]),
    lookBy(tx, likePhoto, pictures),
  );
  return [...matchesOf(fresh, atClinics), ...matchesOf(fresh, withPatients)];
}

/** Texts that share a band and are compared. */
const mostTexts = sql.raw('200');

const likeText = statement(
  'twins-like-text',
  sql`select m.id as own, o.kind, o.owner_id as "ownerId", o.source_id as "sourceId", o.value, null as distance
    from ${mark} m cross join lateral (
      select * from ${mark} o where o.bands is not null and o.bands && m.bands and o.owner_id <> m.owner_id
      limit ${mostTexts}) o
    where m.id = ${given}`,
);

/** Nearly the same description at another clinic. */
async function likeTexts(tx: TxCtx, fresh: readonly MarkRow[]): Promise<Match[]> {
  const hits = await lookBy(tx, likeText, ids(fresh, 'description'));
  const value = new Map(fresh.map((one) => [one.id, one.value]));
  const alike = hits.filter((hit) => sharedNumbers(value.get(hit.own)!, hit.value) >= sameNumbers);
  return matchesOf(fresh, alike);
}

/** Licences and documents of clinics whose accounts are gone, by every secret that keyed hashes were made with. */
async function goneClinics(tx: TxCtx, fresh: readonly MarkRow[]): Promise<Match[]> {
  const secrets = tx.services.env.OTP_HMAC_KEYS;
  const byHash = new Map(
    fresh
      .filter(({ kind }) => kind === 'licence' || kind === 'document')
      .flatMap((one) => secrets.map((key) => [keyedHash(key, one.kind, one.value), one] as const)),
  );
  if (byHash.size === 0) return [];
  const rows = await tx.db
    .select()
    .from(goneMark)
    .where(inArray(goneMark.keyedHash, [...byHash.keys()]))
    .limit(mostPerMark);
  return rows.map((row) => {
    const one = byHash.get(row.keyedHash)!;
    const other = { kind: 'gone' as const, ownerId: row.goneId, sourceId: null, value: one.value };
    return { own: one, other, distance: null, more: false };
  });
}

const shownValue = new Set<MarkKind>(['licence', 'phone', 'website']);

/** Two clinics stand in the order of their ids, and a clinic before a patient. */
function toFinding({ own: one, other, distance: apart, more }: Match): FindingRow {
  const isPhoto = one.kind === 'photo';
  const kind = other.kind === 'patient' ? ('photo' as const) : one.kind;
  const [first, second] = [
    { id: one.ownerId, sourceId: one.sourceId, value: one.value },
    { id: other.ownerId, sourceId: other.sourceId, value: other.value },
  ];
  const isTurned = isPhoto || (other.kind === 'clinic' && second.id < first.id);
  const [a, b] = isTurned ? [second, first] : [first, second];
  const same =
    kind === 'description' ? [] : kind === 'photo' ? [a.value, b.sourceId!] : [a.value, b.value];
  return {
    id: newId(),
    kind,
    clinicId: a.id,
    otherKind: isPhoto ? 'patient' : other.kind,
    otherId: b.id,
    sourceId: a.sourceId ?? a.id,
    otherSourceId: b.sourceId,
    fingerprint: fingerprintOf(kind, ...same),
    shared: shownValue.has(kind) ? one.value : null,
    distance: apart,
    more,
    foundAt: sqlNow as never,
    state: 'open',
  };
}

/** Writes what was not found before, but between branches of one company; staff see it at once. Answers how many. */
async function record(tx: TxCtx, matches: readonly Match[]): Promise<number> {
  const rows = matches.map(toFinding);
  if (rows.length === 0) return 0;
  const allowed = await branchesAmong(tx, rows);
  const news = rows.filter(({ clinicId, otherId }) => !allowed.has(`${clinicId} ${otherId}`));
  if (news.length === 0) return 0;
  const written = await tx.db
    .insert(finding)
    .values(news)
    .onConflictDoNothing()
    .returning({ id: finding.id });
  if (written.length > 0) await notifyTeam(tx);
  return written.length;
}

async function branchesAmong(tx: TxCtx, rows: readonly FindingRow[]): Promise<Set<string>> {
  const clinics = [...new Set(rows.map(({ clinicId }) => clinicId))];
  const found = await tx.db
    .select({ clinicId: branch.clinicId, otherId: branch.otherId })
    .from(branch)
    .where(inArray(branch.clinicId, clinics));
  return new Set(found.map(({ clinicId, otherId }) => `${clinicId} ${otherId}`));
}

/** Open pages of the team hear that findings came or were decided. */
export const notifyTeam = (tx: TxCtx): Promise<void> =>
  publishLive(tx, 'staff', { type: 'staff.queue-changed', data: { queue: 'twins' } });
