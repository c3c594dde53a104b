import { z } from 'zod';
import { tokenScopes } from '#platform/base/actor';
import { defineCall } from '#platform/base/call';
import { lineText } from '#platform/text/text-schemas';
import { tokenLives } from './values';

export const tokenScopeSchema = z.enum(tokenScopes, 'tokens.error.scope');

/** Tokens of a clinic that can be used at a time. */
export const mostTokens = 20;

const instant = z.iso.datetime();

export const tokenDto = z.strictObject({
  _id: z.uuid(),
  name: z.string(),
  scopes: z.array(tokenScopeSchema),
  /** The member who made it; it is the clinic's, and stays when they leave. */
  madeBy: z.uuid(),
  createdAt: instant,
  expiresAt: instant,
  /** To the minute; null where it was never used. */
  lastUsedAt: instant.nullable(),
  /** It was revoked, or its time is over. */
  isOver: z.boolean(),
});
export type TokenDto = z.output<typeof tokenDto>;

export const tokenSchema = z.strictObject({
  name: lineText({
    max: 60,
    missing: 'tokens.error.name_missing',
    tooLong: 'error.text_too_long',
    unfit: 'error.unfit_text',
  }),
  scopes: z
    .array(tokenScopeSchema, 'tokens.error.scope')
    .min(1, 'tokens.error.scope')
    .transform((chosen) => tokenScopes.filter((scope) => chosen.includes(scope))),
  days: z.union(
    tokenLives.map((life) => z.literal(life)),
    'tokens.error.days',
  ),
});
export type TokenInput = z.output<typeof tokenSchema>;

export const tokensCall = defineCall({
  id: 'identity.tokens',
  route: 'GET /clinic/tokens',
  summary:
    'Tokens of the clinic for its own software: those that can be used, then those that are over for 90 days more; each newest first',
  audience: 'clinic-owner',
  data: z.strictObject({ tokens: z.array(tokenDto) }),
});

export const makeTokenCall = defineCall({
  id: 'identity.make-token',
  route: 'POST /clinic/tokens',
  summary:
    'Make a token for software of the clinic; it is in this answer only. Contact data wants a fresh proof of yourself',
  audience: 'approved-owner',
  body: tokenSchema,
  data: tokenDto.extend({ token: z.string() }),
  status: 201,
  failures: ['too_many_tokens', 'step_up'],
});

export const revokeTokenCall = defineCall({
  id: 'identity.revoke-token',
  route: 'DELETE /clinic/tokens/{id}',
  summary: 'End a token; no call gets in with it from then on',
  audience: 'clinic-owner',
  params: z.strictObject({ id: z.uuid() }),
  failures: ['not_found'],
});
