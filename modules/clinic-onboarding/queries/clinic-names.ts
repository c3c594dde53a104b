import { and, eq, sql } from 'drizzle-orm';
import { nameForOthers } from '#platform/text/contact-in-name';
import type { Ctx } from '#platform/context';
import { isAmong } from '#platform/lists/list-query';
import { clinic, clinicPicture } from '../tables.server';

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
