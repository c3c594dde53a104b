import { ownStaffSessionsCall } from '#contracts/identity';
import { ownStaffSessions } from '#modules/identity';
import { api, endpoint } from '#app/http/api.server';

export const { loader, action } = api(
  endpoint(ownStaffSessionsCall, async (ctx) => ({ sessions: await ownStaffSessions(ctx) })),
);
