import { ownClinic } from '#modules/clinic-onboarding';
import type { SignedIn } from '#modules/identity';
import { actAs, type Ctx } from '#platform/context';

/** What the sign-in calls of clinics answer, however it was proved who signs in. */
export async function clinicSignInAnswer(ctx: Ctx, { clinic: actor }: SignedIn) {
  const clinic = actor && (await ownClinic(actAs(ctx, actor)));
  const approvalStatus = clinic?.approvalStatus ?? ('pending' as const);
  return { hasCompleteProfile: clinic !== null, clinic, approvalStatus };
}
