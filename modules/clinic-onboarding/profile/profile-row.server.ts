import { eq } from 'drizzle-orm';
import type { Ctx } from '#platform/context';
import type { Currency } from '#contracts/offers';
import type { Language } from '../profile-choices';
import type { Doctor } from '../profile-fields';
import { clinicProfile } from '../tables.server';

export interface Profile {
  readonly doctors: readonly Doctor[];
  readonly languages: readonly Language[];
  readonly currency: Currency;
  readonly showsAddress: boolean;
  readonly billing: {
    readonly company: string;
    readonly taxNumber: string;
    readonly address: string;
  };
}

type Row = typeof clinicProfile.$inferSelect;

/** What a clinic that never chose anything has chosen. */
export const toProfile = (row: Row | null | undefined): Profile => ({
  doctors: row?.doctors ?? [],
  languages: (row?.languages ?? []) as Language[],
  currency: (row?.currency ?? 'USD') as Currency,
  showsAddress: row?.showsAddress ?? true,
  billing: {
    company: row?.billingCompany ?? '',
    taxNumber: row?.billingTaxNumber ?? '',
    address: row?.billingAddress ?? '',
  },
});

/** The caller has shown that it may see all of it. */
export async function profileOf(ctx: Ctx, clinicId: string): Promise<Profile> {
  const [row] = await ctx.db
    .select()
    .from(clinicProfile)
    .where(eq(clinicProfile.clinicId, clinicId));
  return toProfile(row);
}
