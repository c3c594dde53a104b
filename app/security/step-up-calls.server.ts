import { sendStepUpCode, stepUp } from '#modules/identity';
import { readKnown } from '#app/auth/cookies.server';
import type { Http } from '#app/http/api.server';
import { appendRenewed, sessionTokenOf, type AccountCtx } from './account-browser.server';

type Exchange = Pick<Http, 'request' | 'headers'>;

const browserOf = (ctx: AccountCtx, http: Exchange) => ({
  sessionToken: sessionTokenOf(ctx, http),
  known: readKnown(ctx.services.env, http.request),
});

/** The calls of both roles: the same commands, each with its own cookie. */
export async function answerSendStepUp(ctx: AccountCtx, http: Exchange): Promise<undefined> {
  await sendStepUpCode(ctx, browserOf(ctx, http));
}

export async function answerStepUp(
  ctx: AccountCtx,
  { otpCode }: { otpCode: string },
  http: Exchange,
): Promise<undefined> {
  const renewed = await stepUp(ctx, { otpCode, ...browserOf(ctx, http) });
  appendRenewed(ctx, http, renewed);
}
