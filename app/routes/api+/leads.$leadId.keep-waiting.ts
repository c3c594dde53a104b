import { keepWaitingCall } from '#contracts/leads';
import { keepWaiting } from '#modules/leads';
import { api, endpoint } from '#app/http/api.server';

export const { loader, action } = api(
  endpoint(keepWaitingCall, async (ctx, { params }) => ({ lead: await keepWaiting(ctx, params) })),
);
