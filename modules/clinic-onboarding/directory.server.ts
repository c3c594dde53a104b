import { isAmong } from '#platform/base/columns.server';
import {
  and,
  arrayContains,
  asc,
  desc,
  eq,
  getTableColumns,
  inArray,
  isNull,
  sql,
  type SQL,
} from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Specialty } from '#contracts/consultation';
import { readCursor, writeCursor } from '#platform/base/cursor';
import { AppError } from '#platform/base/errors';
import type { Ctx, CtxOf } from '#platform/context';
import { holdsByIndex } from '#platform/lists/list-query';
import { nameForOthers } from '#platform/text/contact-in-name';
import { sqlTodayText } from '#platform/time/clock';
import type { DirectoryQuery, ListedClinic, PublicClinic } from './profile-schemas';
import { toProfile } from './profile.server';
import { detached } from './rules';
import type { DocumentRow } from './queries.server';
import {
  clinic,
  clinicDocument,
  clinicPicture,
  clinicProfile,
  publicAddress,
} from './tables.server';
import { mayOffer, verificationsOf } from './verifications.server';

type ClinicRow = typeof clinic.$inferSelect;

const pageSize = 20;

const plainCity = (city: string) =>
  sql`lower(translate(${city}, 'İIıŞşĞğÇçÖöÜü', 'iiissggccoouu'))`;

/**
 * A page of the directory: approved clinics that want to be listed, newest registration first. A page costs the same
 * wherever it is.
 *
 * @throws AppError `invalid_cursor`
 */
export async function findClinics(
  ctx: Ctx,
  { cursor, ...asked }: Asked & { cursor?: string },
): Promise<{ clinics: ListedClinic[]; nextCursor: string | null }> {
  const from = cursor ? readCursor(cursor) : null;
  const before =
    from &&
    sql`(${clinic.registeredAt}, ${clinic.id}) < (${from.at}::timestamptz, ${from.id}::uuid)`;
  const page = newest(isListed(asked, before), isSearched(asked), pageSize + 1);
  const rows = await ctx.readDb
    .select(shownColumns)
    .from(clinic)
    .innerJoin(page, sql`page.id = ${clinic.id}`)
    .orderBy(desc(clinic.registeredAt), desc(clinic.id))
    .limit(pageSize + 1);
  const shown = rows.slice(0, pageSize);
  const last = rows.length > pageSize ? shown.at(-1) : undefined;
  return {
    clinics: await toListed(ctx, shown),
    nextCursor: last ? writeCursor({ at: last.registeredAt, id: last.id }) : null,
  };
}

/** So many of the newest clinics that fit are put in another order; older ones follow behind them as they registered. */
const mostRanked = 500;
/** So many may register while a visitor turns the pages of {@link clinicsToRank}. */
const newcomers = 100;

/** A clinic before its place in the directory is known. */
export interface RankableClinic {
  readonly id: string;
  readonly registeredAt: Date;
  /** At least one picture of it is shown. */
  readonly pictured: boolean;
}

/**
 * The newest clinics that fit, to be put in another order; with `oldest`, all from that clinic on. `rest` is the cursor of
 * `findClinics` behind them, null when there are no more.
 *
 * @throws AppError `invalid_cursor`
 */
export async function clinicsToRank(
  ctx: Ctx,
  { oldest, ...asked }: Asked & { oldest?: string },
): Promise<{ clinics: RankableClinic[]; rest: string | null }> {
  const from = oldest ? readCursor(oldest) : null;
  const since =
    from &&
    sql`(${clinic.registeredAt}, ${clinic.id}) >= (${from.at}::timestamptz, ${from.id}::uuid)`;
  const most = mostRanked + (from ? newcomers : 1);
  const page = newest(isListed(asked, since), isSearched(asked), most);
  const rows = await ctx.readDb
    .select({
      id: clinic.id,
      registeredAt: clinic.registeredAt,
      pictured: sql<boolean>`${firstPicture} is not null`,
    })
    .from(clinic)
    .innerJoin(page, sql`page.id = ${clinic.id}`)
    .orderBy(desc(clinic.registeredAt), desc(clinic.id))
    .limit(most);
  if (oldest) return { clinics: rows, rest: oldest };
  const clinics = rows.slice(0, mostRanked);
  const last = rows.length > mostRanked ? clinics.at(-1) : undefined;
  return { clinics, rest: last ? writeCursor({ at: last.registeredAt, id: last.id }) : null };
}

/** Clinics of {@link clinicsToRank} as the directory shows them, in the order of `ids`. */
export async function listedClinics(ctx: Ctx, ids: readonly string[]): Promise<ListedClinic[]> {
  if (ids.length === 0) return [];
  const rows = await ctx.readDb
    .select(shownColumns)
    .from(clinic)
    .where(inArray(clinic.id, [...ids]));
  const listed = new Map((await toListed(ctx, rows)).map((one) => [one._id, one]));
  return ids.flatMap((id) => listed.get(id) ?? []);
}

/** Cities in which a listed clinic is, each once, as one of its clinics writes it, at most `most`. */
export async function listedCities(ctx: Ctx, { most }: { most: number }): Promise<string[]> {
  const first = (after: SQL) => sql`(select city_plain, city from ${clinic}
    where status = 'approved' and listed and ${after}
    order by city_plain, registered_at, id limit 1)`;
  // From one city of the index to the next: what is read is as much as there are cities.
  const { rows } = await ctx.readDb.execute<{ city: string }>(sql`
    with recursive found as (
      ${first(sql`true`)}
      union all
      select next.* from found cross join lateral ${first(sql`city_plain > found.city_plain`)} as next
    ) select city from found limit ${most}`);
  return rows.map(({ city }) => nameForOthers(city));
}

type Asked = Pick<DirectoryQuery, 'q' | 'specialty' | 'city'>;

const isListed = ({ city }: Asked, from: SQL | null): SQL | undefined =>
  and(
    sql`status = 'approved' and listed`,
    city ? eq(clinic.cityPlain, plainCity(city)) : undefined,
    from ?? undefined,
  );

const isSearched = ({ q, specialty }: Asked): SQL | undefined =>
  and(
    specialty ? arrayContains(clinic.specialties, [specialty]) : undefined,
    q ? holdsByIndex([clinic.clinicName, clinic.doctorName], q) : undefined,
  );

/** So many may be found by words and sorted; what more clinics have is met soon in the order of the directory. */
const fewFound = 500;

/** Ids of the first `most` rows as `page`. What is `searched` has an index without an order: see `Narrowing` of list-page. */
function newest(listed: SQL | undefined, searched: SQL | undefined, most: number): SQL {
  const { id, registeredAt } = clinic;
  const inOrder = sql.raw(`order by registered_at desc, id desc limit ${most}`);
  const rows = (where: SQL | undefined) =>
    sql`select ${id}, ${registeredAt} from ${clinic} where ${where}`;
  if (!searched) return sql`(${rows(listed)} ${inOrder}) as page`;
  const few = sql.raw(`(select count(*) from hit) < ${fewFound}`);
  // As a truth value, which no index is looked into for.
  const met = rows(and(listed, sql`(${searched}) is true`));
  return sql`(with hit as materialized (${rows(and(listed, searched))} limit ${sql.raw(String(fewFound))})
    (select * from hit where ${few} ${inOrder})
    union all (select * from (${met} ${inOrder}) as met where not (${few}))) as page`;
}

async function toListed(ctx: Ctx, rows: readonly ShownRow[]): Promise<ListedClinic[]> {
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return [];
  const documents = await ctx.readDb
    .select()
    .from(clinicDocument)
    .where(
      and(
        inArray(clinicDocument.clinicId, ids),
        eq(clinicDocument.review, 'accepted'),
        isNull(clinicDocument.removedAt),
      ),
    );
  return rows.map((row) => ({
    ...cardOf(
      row,
      documents.filter(({ clinicId }) => clinicId === row.id),
      row.day,
    ),
    picture: row.picture,
  }));
}

const isShown = and(eq(clinicPicture.review, 'shown'), isNull(clinicPicture.removedAt));

/** Of the row of `clinic` that stands around it; as {@link isShown}. */
const firstPicture = sql<string | null>`(select shown.id from ${clinicPicture} as shown
  where shown.clinic_id = ${clinic}.id and shown.review = 'shown' and shown.removed_at is null
    and shown.doctor_name is null
  order by shown.created_at, shown.id limit 1)`;

/** Of a clinic in the directory, with the day by which its verifications end. */
const shownColumns = { ...getTableColumns(clinic), picture: firstPicture, day: sqlTodayText };
type ShownRow = ClinicRow & { picture: string | null; day: string };

const cardOf = (row: ClinicRow, documents: readonly DocumentRow[], day: string) => ({
  _id: row.id,
  slug: row.slug!,
  clinicName: nameForOthers(row.clinicName),
  city: nameForOthers(row.city),
  country: row.country,
  specialties: row.specialties,
  experience: row.experience,
  verified: verificationsOf(documents, day)
    .filter(({ ended }) => !ended)
    .map(({ kind, checkedAt, until }) => ({ kind, until, checkedAt: checkedAt.toISOString() })),
});

const isSlug = /^[a-z0-9-]{1,80}$/;

/** An approved clinic by a public address that it has or had; null for none, and while it is not approved. */
export async function publicClinicAt(ctx: Ctx, slug: string): Promise<PublicClinic | null> {
  if (!isSlug.test(slug)) return null;
  const [found] = await ctx.db
    .select({ row: clinic, chosen: clinicProfile, day: sqlTodayText })
    .from(publicAddress)
    .innerJoin(clinic, eq(clinic.id, publicAddress.clinicId))
    .leftJoin(clinicProfile, eq(clinicProfile.clinicId, clinic.id))
    .where(and(eq(publicAddress.slug, slug), eq(clinic.status, 'approved')));
  if (!found) return null;
  const { row, day } = found;
  const { doctors, languages, showsAddress } = toProfile(found.chosen);
  const [documents, shown] = await Promise.all([
    ctx.db.select().from(clinicDocument).where(eq(clinicDocument.clinicId, row.id)),
    ctx.db
      .select({
        id: clinicPicture.id,
        width: clinicPicture.width,
        height: clinicPicture.height,
        doctorName: clinicPicture.doctorName,
      })
      .from(clinicPicture)
      .where(and(eq(clinicPicture.clinicId, row.id), isShown))
      .orderBy(asc(clinicPicture.createdAt), asc(clinicPicture.id)),
  ]);
  const pictures = shown.flatMap(({ doctorName, ...one }) => (doctorName === null ? [one] : []));
  const pictureOf = (name: string) =>
    shown.find(({ doctorName }) => doctorName === name)?.id ?? null;
  return {
    ...cardOf(row, documents, day),
    picture: pictures[0]?.id ?? null,
    address: showsAddress ? row.address : null,
    doctorName: nameForOthers(row.doctorName),
    doctorPicture: pictureOf(row.doctorName),
    description: row.description,
    doctors: doctors.map((doctor) => ({
      ...doctor,
      name: nameForOthers(doctor.name),
      picture: pictureOf(doctor.name),
      field: nameForOthers(doctor.field),
    })),
    languages: [...languages],
    pictures,
    registeredAt: row.registeredAt.toISOString(),
  };
}

/** Under what address patients find the acting clinic, null before it was ever public; for what treatments. */
export async function ownPublicPage(
  ctx: CtxOf<'clinic'>,
): Promise<{ slug: string | null; listed: boolean; specialties: Specialty[] }> {
  const { slug, listed, specialties } = clinic;
  const [row] = await ctx.db
    .select({ slug, listed, specialties })
    .from(clinic)
    .where(eq(clinic.id, ctx.actor.id));
  if (!row) throw new AppError('not_found');
  return row;
}

/** A clinic that patients may ask, under an address that it has or had. */
export interface AskableClinic {
  readonly id: string;
  /** The address that was asked for. */
  readonly slug: string;
  readonly clinicName: string;
  readonly specialties: readonly Specialty[];
}

/**
 * Those of these public addresses whose clinics are approved, in the directory and may offer. With a transaction they stay
 * so until its end: whoever shuts one of them waits. Clinics are locked before requests, by everybody.
 */
export async function askableClinics(
  ctx: Ctx,
  slugs: readonly string[],
  { lock }: { lock: boolean },
): Promise<AskableClinic[]> {
  const known = slugs.filter((slug) => isSlug.test(slug));
  if (known.length === 0) return [];
  // The lock names its table without a schema, which only an alias is called by.
  const own = alias(clinic, 'own');
  const { id, clinicName, specialties, phone } = own;
  const all = ctx.db
    .select({ id, clinicName, specialties, phone, slug: publicAddress.slug })
    .from(publicAddress)
    .innerJoin(own, eq(own.id, publicAddress.clinicId))
    .where(
      and(inArray(publicAddress.slug, known), eq(own.status, 'approved'), eq(own.listed, true)),
    )
    .orderBy(asc(own.id));
  const found = await (lock ? all.for('share', { of: own }) : all);
  const askable: AskableClinic[] = [];
  for (const { phone: number, ...one } of found)
    if (number !== detached(one.id) && (await mayOffer(ctx, one.id)))
      askable.push({ ...one, clinicName: nameForOthers(one.clinicName) });
  return askable;
}

/** Whose public addresses these are or were, whatever became of the clinics; one that is unknown is missing. */
export async function clinicsAt(
  ctx: Ctx,
  slugs: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const known = slugs.filter((slug) => isSlug.test(slug));
  if (known.length === 0) return new Map();
  const rows = await ctx.db
    .select({ slug: publicAddress.slug, id: publicAddress.clinicId })
    .from(publicAddress)
    .where(inArray(publicAddress.slug, known));
  return new Map(rows.flatMap(({ slug, id }) => (id === null ? [] : [[slug, id] as const])));
}

/** Addresses of the clinics in the directory, newest registration first, at most `most`. */
export async function publicAddresses(ctx: Ctx, { most }: { most: number }): Promise<string[]> {
  const rows = await ctx.readDb
    .select({ slug: clinic.slug })
    .from(clinic)
    .where(sql`status = 'approved' and listed`)
    .orderBy(desc(clinic.registeredAt), desc(clinic.id))
    .limit(most);
  return rows.flatMap(({ slug }) => slug ?? []);
}

/** What clinics are called by others, by id; one that is unknown is missing. */
export async function clinicNames(
  ctx: Ctx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .select({ id: clinic.id, name: clinic.clinicName })
    .from(clinic)
    .where(isAmong(clinic.id, ids));
  return new Map(rows.map(({ id, name }) => [id, nameForOthers(name)]));
}

interface PublicName {
  readonly name: string;
  readonly slug: string;
  /** Ids of the pictures that patients see of its doctors, by the doctor's name. */
  readonly portraits: Readonly<Record<string, string>>;
}

/** Of the row of `clinic` that stands around it; as `isShown` of the directory. */
const portraits = sql<Record<
  string,
  string
> | null>`(select jsonb_object_agg(shown.doctor_name, shown.id)
  from ${clinicPicture} as shown
  where shown.clinic_id = ${clinic}.id and shown.review = 'shown' and shown.removed_at is null
    and shown.doctor_name is not null)`;

/** How approved clinics are called and found, by id; any other is missing. */
export async function publicNames(
  ctx: Ctx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PublicName>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.readDb
    .select({ id: clinic.id, name: clinic.clinicName, slug: clinic.slug, portraits })
    .from(clinic)
    .where(and(isAmong(clinic.id, ids), eq(clinic.status, 'approved')));
  return new Map(
    rows.map(({ id, name, slug, portraits: shown }) => [
      id,
      { name: nameForOthers(name), slug: slug!, portraits: shown ?? {} },
    ]),
  );
}

/** Where approved clinics are, by id: the city in plain letters, for comparing, and as the clinic spells it. */
export async function publicPlaces(
  ctx: Ctx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { plain: string; city: string }>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.readDb
    .select({ id: clinic.id, city: clinic.city, plain: clinic.cityPlain })
    .from(clinic)
    .where(and(isAmong(clinic.id, ids), eq(clinic.status, 'approved')));
  return new Map(rows.map(({ id, city, plain }) => [id, { city, plain: plain ?? city }]));
}

/** Counted up to here. */
const most = 10_000;

/** How many clinics stand in the directory, and in how many countries. */
export async function countListed(ctx: Ctx): Promise<{ clinics: number; countries: number }> {
  const { rows } = await ctx.readDb.execute<{ clinics: number; countries: number }>(sql`
    select count(*)::int as clinics, count(distinct lower(country))::int as countries
    from (select country from clinic_onboarding.clinic where status = 'approved' and listed
          order by registered_at desc limit ${sql.raw(String(most))}) listed`);
  return rows[0]!;
}
