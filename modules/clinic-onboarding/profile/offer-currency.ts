import { eq } from 'drizzle-orm';
import type { Currency } from '#contracts/offers';
import type { Ctx } from '#platform/context';
import { clinicProfile } from '../tables.server';

/** The currency in which a clinic's new offers start: its own choice, or US dollars. */
export async function offerCurrencyOf(ctx: Ctx, clinicId: string): Promise<Currency> {
  const [row] = await ctx.db
    .select({ currency: clinicProfile.currency })
    .from(clinicProfile)
    .where(eq(clinicProfile.clinicId, clinicId));
  return (row?.currency ?? 'USD') as Currency;
}
