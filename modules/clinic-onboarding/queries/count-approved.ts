import { sql } from 'drizzle-orm';
import type { Ctx } from '#platform/context';

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
