import { desc, sql } from 'drizzle-orm';
import type { Ctx } from '#platform/context';
import { clinic } from '../tables.server';

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
