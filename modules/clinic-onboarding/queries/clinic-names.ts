import { and, eq } from 'drizzle-orm';
import { nameForOthers } from '#platform/contact-in-name';
import type { Ctx } from '#platform/context';
import { isAmong } from '#platform/list-query';
import { clinic } from '../tables.server';

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

/** How approved clinics are called and found, by id; any other is missing. */
export async function publicNames(
  ctx: Ctx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { name: string; slug: string }>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.readDb
    .select({ id: clinic.id, name: clinic.clinicName, slug: clinic.slug })
    .from(clinic)
    .where(and(isAmong(clinic.id, ids), eq(clinic.status, 'approved')));
  return new Map(
    rows.map(({ id, name, slug }) => [id, { name: nameForOthers(name), slug: slug! }]),
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
