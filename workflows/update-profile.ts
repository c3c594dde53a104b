import { withTransaction } from '#engine';
import { updateProfile as updateOwn } from '#modules/identity';
import { lockOpenLeads } from '#modules/leads';
import type { ActorOf } from '#platform/base/actor';
import type { Ctx } from '#platform/context';
import { refreshListings } from './exchange/refresh-listings';

/**
 * As `identity` changes a profile; clinics find the patient's requests under the new name from the same moment. The
 * requests are locked first, as by everybody who writes the list.
 */
export const updateProfile = (
  ctx: Ctx<ActorOf<'patient'>>,
  profile: Parameters<typeof updateOwn>[1],
): ReturnType<typeof updateOwn> =>
  withTransaction(ctx, async (tx) => {
    const leadIds = await lockOpenLeads(tx);
    const updated = await updateOwn(tx, profile);
    await refreshListings(tx, leadIds);
    return updated;
  });
