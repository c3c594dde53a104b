import type { Ctx } from '#platform/context';
import { findClinic, type ClinicRow, type Reviewer } from '../repo.server';

/** One clinic for the review team or for the product itself; null for an unknown id. Holds contact data. */
export const clinicById = (
  ctx: Ctx<Reviewer>,
  { clinicId }: { clinicId: string },
): Promise<ClinicRow | null> => findClinic(ctx, clinicId);
