import { noSuchCall } from '#app/http/api.server';

/** Every address below `/api` that is no call's. */
export const { loader, action } = noSuchCall();
