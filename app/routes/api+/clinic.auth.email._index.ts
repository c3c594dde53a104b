import { clinicChangeEmailCall } from '#contracts/identity';
import { api, endpoint } from '#app/http/api.server';
import { changeClinicEmail } from '#workflows';

export const { loader, action } = api(
  endpoint(clinicChangeEmailCall, async (ctx, { body }) => {
    const { email, pendingEmail } = await changeClinicEmail(ctx, body);
    return { email, pendingEmail };
  }),
);
