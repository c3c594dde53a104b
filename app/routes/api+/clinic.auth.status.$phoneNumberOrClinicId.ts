import { clinicStatusCall } from '#contracts/clinic-onboarding';
import { requireOwnPhone } from '#modules/identity';
import { ownStatus } from '#app/auth/own-status.server';
import { api, endpoint } from '#app/http/api.server';

export const { loader, action } = api(
  endpoint(
    clinicStatusCall,
    async (ctx, { params }) => {
      const claimed = params.phoneNumberOrClinicId;
      if (claimed.toLowerCase() !== ctx.actor.id) await requireOwnPhone(ctx, claimed);
      return ownStatus(ctx);
    },
    { quiet: true },
  ),
);
