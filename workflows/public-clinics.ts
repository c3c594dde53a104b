import type { DirectoryQuery, ListedClinic, PublicClinic } from '#contracts/clinic-onboarding';
import { maskText } from '#contracts/messaging';
import { findClinics as find, publicClinicAt } from '#modules/clinic-onboarding';
import type { Ctx } from '#platform/context';
import { AppError } from '#platform/errors';

/** What a clinic has shown, each with its sample; null below five. */
export interface Shown {
  readonly rating: { average: number; count: number } | null;
  readonly priceKept: { kept: number; of: number } | null;
  readonly answerTime: { medianMinutes: number; sample: number } | null;
}

/** Nothing was treated or reviewed yet. */
const nothingShown: Shown = { rating: null, priceKept: null, answerTime: null };

/**
 * A page of the directory, with what each clinic has shown.
 *
 * @throws AppError `invalid_cursor`
 */
export async function findClinics(
  ctx: Ctx,
  query: DirectoryQuery,
): Promise<{ clinics: Array<ListedClinic & Shown>; nextCursor: string | null }> {
  const { clinics, nextCursor } = await find(ctx, query);
  return { clinics: clinics.map((one) => ({ ...one, ...nothingShown })), nextCursor };
}

/**
 * The public page of an approved clinic, by an address that it has or had. Numbers, addresses and links in what it says of
 * itself are masked as they are between patients and clinics.
 *
 * @throws AppError `not_found`, the same for one that is not approved and for none
 */
export async function readPublicClinic(
  ctx: Ctx,
  { slug }: { slug: string },
): Promise<PublicClinic & Shown> {
  const found = await publicClinicAt(ctx, slug);
  if (!found) throw new AppError('not_found');
  const masked = (text: string): string => maskText(text).text;
  return {
    ...found,
    ...nothingShown,
    description: masked(found.description),
    doctors: found.doctors.map((doctor) => ({ ...doctor, field: masked(doctor.field) })),
  };
}
