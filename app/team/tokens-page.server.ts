import { data } from '@remix-run/node';
import { z } from 'zod';
import { tokenLives, tokenScopeSchema, tokenSchema } from '#contracts/identity';
import { hasFreshFactor, makeToken, memberNames, ownTokens, revokeToken } from '#modules/identity';
import { tokensPath } from '#app/clinic-profile/paths';
import { intent, pageAction, pageLoader } from '#app/http/page.server';
import { redirect } from '#app/http/redirect';

export const tokensLoader = pageLoader('approved-owner', async (ctx) => {
  const [found, fresh] = await Promise.all([ownTokens(ctx), hasFreshFactor(ctx)]);
  const names = await memberNames(ctx, [...new Set(found.map(({ madeBy }) => madeBy))]);
  return {
    tokens: found.map((token) => ({ ...token, maker: names.get(token.madeBy)?.name ?? '' })),
    /** Whether contact data may be among the scopes now. */
    fresh,
  };
});

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
