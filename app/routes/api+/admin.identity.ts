import { staffIdentityCall } from '#contracts/identity';
import { staffIdentityOf } from '#modules/identity';
import { api, endpoint } from '#app/http/api.server';

export const { loader, action } = api(endpoint(staffIdentityCall, (ctx) => staffIdentityOf(ctx)));
