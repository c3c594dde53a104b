import { changeDetailsCall } from '#contracts/clinic-onboarding';
import { changeDetails } from '#modules/clinic-onboarding';
import { api, endpoint } from '#app/http/api.server';

export const { loader, action } = api(
  endpoint(changeDetailsCall, async (ctx, { body: details }) => ({
    clinic: await changeDetails(ctx, { details }),
  })),
);
