import { data } from '@remix-run/node';
import { z } from 'zod';
import { tokenLives, tokenScopeSchema, tokenSchema } from '#contracts/identity';
import { hasFreshFactor, makeToken, ownTokens, revokeToken } from '#modules/identity';
import { intent, pageAction, pageLoader } from '#app/http/page.server';
import { redirect } from '#app/http/redirect';

export const tokensPath = '/clinic/tokens';

export const tokensLoader = pageLoader('approved-owner', async (ctx) => ({
  tokens: await ownTokens(ctx),
  /** Whether contact data may be among the scopes now. */
  fresh: await hasFreshFactor(ctx),
}));

/** One tick is one value in a form, and several are a list. */
const ticked = z.preprocess(
  (given) => (typeof given === 'string' ? [given] : (given ?? [])),
  z.array(tokenScopeSchema, 'tokens.error.scope').min(1, 'tokens.error.scope'),
);
const form = z.object({
  name: tokenSchema.shape.name,
  scopes: ticked,
  days: z.coerce
    .number('tokens.error.days')
    .refine((given) => tokenLives.some((life) => life === given), 'tokens.error.days'),
});

export const tokensAction = pageAction('approved-owner', {
  make: intent('approved-owner', form, async (ctx, typed) => {
    const { name, token } = await makeToken(ctx, tokenSchema.parse(typed));
    return data({ made: { name, token } });
  }),
  revoke: intent('approved-owner', z.object({ id: z.uuid() }), async (ctx, { id }) => {
    await revokeToken(ctx, { id });
    return redirect(tokensPath);
  }),
});
