import type { DirectoryQuery, ListedClinic, PublicClinic } from '#contracts/clinic-onboarding';
import { maskText } from '#contracts/messaging';
import { findClinics as find, publicClinicAt } from '#modules/clinic-onboarding';
import { reputationOf, type Reputation } from '#modules/deals';
import type { Ctx } from '#platform/context';
import { AppError } from '#platform/errors';

/**
 * A page of the directory, with what each clinic has shown.
 *
 * @throws AppError `invalid_cursor`
 */
export async function findClinics(
  ctx: Ctx,
  query: DirectoryQuery,
): Promise<{ clinics: Array<ListedClinic & Reputation>; nextCursor: string | null }> {
  const { clinics, nextCursor } = await find(ctx, query);
  const shown = await reputationOf(
    ctx,
    clinics.map(({ _id }) => _id),
  );
  return { clinics: clinics.map((one) => ({ ...one, ...shown.get(one._id)! })), nextCursor };
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
): Promise<PublicClinic & Reputation> {
  const found = await publicClinicAt(ctx, slug);
  if (!found) throw new AppError('not_found');
  const masked = (text: string): string => maskText(text).text;
  return {
    ...found,
    ...(await reputationOf(ctx, [found._id])).get(found._id)!,
    description: masked(found.description),
    doctors: found.doctors.map((doctor) => ({ ...doctor, field: masked(doctor.field) })),
  };
}
