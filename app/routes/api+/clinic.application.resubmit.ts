import { resubmitCall } from '#contracts/clinic-onboarding';
import { resubmitApplication } from '#workflows';
import { api, endpoint } from '#app/http/api.server';

export const { loader, action } = api(
  endpoint(resubmitCall, async (ctx) => ({ clinic: await resubmitApplication(ctx) })),
);
