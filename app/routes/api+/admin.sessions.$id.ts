import { endOwnStaffSessionCall } from '#contracts/identity';
import { endOwnStaffSession } from '#modules/identity';
import { api, endpoint } from '#app/http/api.server';

export const { loader, action } = api(
  endpoint(endOwnStaffSessionCall, (ctx, { params }) => endOwnStaffSession(ctx, params)),
);
