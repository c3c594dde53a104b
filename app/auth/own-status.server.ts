import { ownClinic } from '#modules/clinic-onboarding';
import type { ActorOf } from '#platform/base/actor';
import type { Ctx } from '#platform/context';

/** What the status calls answer about the acting clinic. */
export async function ownStatus(ctx: Ctx<ActorOf<'clinic'>>) {
  const clinic = await ownClinic(ctx);
  const { approvalStatus, isApproved } = clinic;
  return { approvalStatus, isApproved, clinic };
}
