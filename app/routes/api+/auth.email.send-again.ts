import { sendEmailLinkCall } from '#contracts/identity';
import { api, endpoint } from '#app/http/api.server';
import { sendEmailLink } from '#workflows';

export const { loader, action } = api(endpoint(sendEmailLinkCall, (ctx) => sendEmailLink(ctx)));
