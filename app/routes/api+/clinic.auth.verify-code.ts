import { clinicVerifyCodeCall } from '#contracts/clinic-onboarding';
import { ownClinic } from '#modules/clinic-onboarding';
import { actAs } from '#platform/context';
import { answerVerify } from '#app/auth/code-calls.server';
import { api, endpoint } from '#app/http/api.server';

export const { loader, action } = api(
  endpoint(clinicVerifyCodeCall, async (ctx, { body }, http) => {
    const { clinic: actor } = await answerVerify(ctx, 'clinic', body, http);
    const clinic = actor && (await ownClinic(actAs(ctx, actor)));
    const approvalStatus = clinic?.approvalStatus ?? ('pending' as const);
    return { hasCompleteProfile: clinic !== null, clinic, approvalStatus };
  }),
);
