import { addAccountPasskeyCall, accountPasskeysCall } from '#contracts/identity';
import { ownPasskeysOf } from '#modules/identity';
import { api, endpoint } from '#app/http/api.server';
import { answerAdd } from '#app/security/passkey-calls.server';

export const { loader, action } = api(
  endpoint(accountPasskeysCall, async (ctx) => ({ passkeys: await ownPasskeysOf(ctx) })),
  endpoint(addAccountPasskeyCall, (ctx, { body }, http) => answerAdd(ctx, body, http)),
);
