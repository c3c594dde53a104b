import { addPasskeyCall, ownPasskeysCall } from '#contracts/identity';
import { addPasskey, ownPasskeys } from '#modules/identity';
import { api, endpoint } from '#app/http/api.server';

export const { loader, action } = api(
  endpoint(ownPasskeysCall, async (ctx) => ({ passkeys: await ownPasskeys(ctx) })),
  endpoint(addPasskeyCall, async (ctx, { body }, { request }) => {
    await addPasskey(ctx, { ...body, userAgent: request.headers.get('User-Agent') });
    return { passkeys: await ownPasskeys(ctx) };
  }),
);
