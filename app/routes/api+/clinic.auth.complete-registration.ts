import { completeClinicRegistrationCall } from '#contracts/clinic-onboarding';
import { registeredClinic } from '#modules/clinic-onboarding';
import { requireOwnPhone, type OpenedSession } from '#modules/identity';
import { registerClinic } from '#workflows';
import { appendSession } from '#app/auth/cookies.server';
import { api, endpoint } from '#app/http/api.server';
import { idempotent } from '#app/http/idempotent.server';

export const { loader, action } = api(
  endpoint(completeClinicRegistrationCall, async (ctx, { body }, http) => {
    const { phoneNumber, ...details } = body;
    await requireOwnPhone(ctx, phoneNumber);
    // Before and after it the actor is another one; the key is the phone's.
    const owner = `clinic:${ctx.actor.phone}`;
    const request = { call: completeClinicRegistrationCall, input: body, http, owner };
    let opened: OpenedSession | undefined;
    const answer = await idempotent(ctx, request, {
      make: async (tx, clinicId) => {
        const { session, clinic } = await registerClinic(tx, { clinicId, details });
        opened = session;
        return { id: clinic.id };
      },
      read: async (reader, clinicId) => {
        const clinic = await registeredClinic(reader, { clinicId });
        return { clinic, approvalStatus: clinic.approvalStatus };
      },
    });
    if (opened) appendSession(http.headers, ctx.services.env, 'clinic', opened);
    return answer;
  }),
);
