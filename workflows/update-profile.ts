import { withTransaction } from '#engine';
import { updateProfile as updateOwn } from '#modules/identity';
import { lockOpenLeads } from '#modules/leads';
import type { CtxOf } from '#platform/context';
import { refreshListings } from './exchange/refresh-listings';

/**
 * As `identity` changes a profile; clinics find the patient's requests under the new name from the same moment. The
 * requests are locked first, as by everybody who writes the list.
 */
export const updateProfile = (
  ctx: CtxOf<'patient'>,
  profile: Parameters<typeof updateOwn>[1],
): ReturnType<typeof updateOwn> =>
  withTransaction(ctx, async (tx) => {
    const leadIds = await lockOpenLeads(tx);
    const updated = await updateOwn(tx, profile);
    await refreshListings(tx, leadIds);
    return updated;
  });
