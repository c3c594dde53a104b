import { changeDetailsCall } from '#contracts/clinic-onboarding';
import { api, endpoint } from '#app/http/api.server';
import { changeClinicDetails } from '#workflows';

export const { loader, action } = api(
  endpoint(changeDetailsCall, (ctx, { body: details }) => changeClinicDetails(ctx, { details })),
);
