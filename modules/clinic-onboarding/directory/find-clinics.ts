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
import { nameForOthers } from '#platform/contact-in-name';
import type { Ctx } from '#platform/context';
import { readCursor, writeCursor } from '#platform/cursor';
import { holdsByIndex } from '#platform/list-query';
import type { DocumentRow } from '../repo.server';
import { toProfile } from '../profile/profile-row.server';
import {
  clinic,
  clinicDocument,
  clinicPicture,
  clinicProfile,
  publicAddress,
} from '../tables.server';
import { today } from '../today.server';
import { verificationsOf } from '../verifications/verification';
import type { DirectoryQuery, ListedClinic, PublicClinic } from './shapes';

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
  { q, specialty, city, cursor }: DirectoryQuery,
): Promise<{ clinics: ListedClinic[]; nextCursor: string | null }> {
  const from = cursor ? readCursor(cursor) : null;
  const isListed = and(
    sql`status = 'approved' and listed`,
    city ? eq(clinic.cityPlain, plainCity(city)) : undefined,
    from
      ? sql`(${clinic.registeredAt}, ${clinic.id}) < (${from.at}::timestamptz, ${from.id}::uuid)`
      : undefined,
  );
  const page = newest(
    isListed,
    and(
      specialty ? arrayContains(clinic.specialties, [specialty]) : undefined,
      q ? holdsByIndex([clinic.clinicName, clinic.doctorName], q) : undefined,
    ),
  );
  const rows = await ctx.readDb
    .select(getTableColumns(clinic))
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

/** So many may be found by words and sorted; what more clinics have is met soon in the order of the directory. */
const fewFound = 500;

/** Ids of the first rows as `page`. What is `searched` has an index without an order: see `Narrowing` of list-page. */
function newest(isListed: SQL | undefined, searched: SQL | undefined): SQL {
  const { id, registeredAt } = clinic;
  const inOrder = sql.raw(`order by registered_at desc, id desc limit ${pageSize + 1}`);
  const rows = (where: SQL | undefined) =>
    sql`select ${id}, ${registeredAt} from ${clinic} where ${where}`;
  if (!searched) return sql`(${rows(isListed)} ${inOrder}) as page`;
  const few = sql.raw(`(select count(*) from hit) < ${fewFound}`);
  // As a truth value, which no index is looked into for.
  const met = rows(and(isListed, sql`(${searched}) is true`));
  return sql`(with hit as materialized (${rows(and(isListed, searched))} limit ${sql.raw(String(fewFound))})
    (select * from hit where ${few} ${inOrder})
    union all (select * from (${met} ${inOrder}) as met where not (${few}))) as page`;
}

async function toListed(ctx: Ctx, rows: readonly ClinicRow[]): Promise<ListedClinic[]> {
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return [];
  const [documents, pictures, day] = await Promise.all([
    ctx.readDb
      .select()
      .from(clinicDocument)
      .where(
        and(
          inArray(clinicDocument.clinicId, ids),
          eq(clinicDocument.review, 'accepted'),
          isNull(clinicDocument.removedAt),
        ),
      ),
    ctx.readDb
      .selectDistinctOn([clinicPicture.clinicId], {
        clinicId: clinicPicture.clinicId,
        id: clinicPicture.id,
      })
      .from(clinicPicture)
      .where(and(inArray(clinicPicture.clinicId, ids), isShown))
      .orderBy(clinicPicture.clinicId, asc(clinicPicture.createdAt), asc(clinicPicture.id)),
    today(ctx),
  ]);
  const first = new Map(pictures.map(({ clinicId, id }) => [clinicId, id]));
  return rows.map((row) => ({
    ...facts(
      row,
      documents.filter(({ clinicId }) => clinicId === row.id),
      day,
    ),
    picture: first.get(row.id) ?? null,
  }));
}

const isShown = and(eq(clinicPicture.review, 'shown'), isNull(clinicPicture.removedAt));

const facts = (row: ClinicRow, documents: readonly DocumentRow[], day: string) => ({
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
    .select({ row: clinic, chosen: clinicProfile })
    .from(publicAddress)
    .innerJoin(clinic, eq(clinic.id, publicAddress.clinicId))
    .leftJoin(clinicProfile, eq(clinicProfile.clinicId, clinic.id))
    .where(and(eq(publicAddress.slug, slug), eq(clinic.status, 'approved')));
  if (!found) return null;
  const { row } = found;
  const { doctors, languages, showsAddress } = toProfile(found.chosen);
  const [documents, pictures, day] = await Promise.all([
    ctx.db.select().from(clinicDocument).where(eq(clinicDocument.clinicId, row.id)),
    ctx.db
      .select({ id: clinicPicture.id, width: clinicPicture.width, height: clinicPicture.height })
      .from(clinicPicture)
      .where(and(eq(clinicPicture.clinicId, row.id), isShown))
      .orderBy(asc(clinicPicture.createdAt), asc(clinicPicture.id)),
    today(ctx),
  ]);
  return {
    ...facts(row, documents, day),
    picture: pictures[0]?.id ?? null,
    address: showsAddress ? row.address : null,
    doctorName: nameForOthers(row.doctorName),
    description: row.description,
    doctors: doctors.map((doctor) => ({
      ...doctor,
      name: nameForOthers(doctor.name),
      field: nameForOthers(doctor.field),
    })),
    languages: [...languages],
    pictures,
    registeredAt: row.registeredAt.toISOString(),
  };
}
