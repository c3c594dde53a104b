import { audit, withTransaction } from '#engine';
import type { Ctx } from '#platform/context';
import { AppError } from '#platform/base/errors';
import type { AccountActor } from '../account-owner';
import { forgiveAddressTry, takeAddressTry } from '../codes/budgets.server';
import { renewSession, type RenewedSession } from '../step-up/renew-session.server';
import type { Challenged, PasskeyAnswer } from './challenged';
import type { ChallengeBinding } from './challenges.server';
import { checkPasskeyOf, optionsToShow, usePasskeyOf } from './check-passkey.server';

type Acting = Ctx<AccountActor>;

const bindingOf = ({ actor }: Acting, browserToken: string): ChallengeBinding => ({
  purpose: 'step-up',
  principal: actor.kind,
  account: actor,
  browserToken,
});

/** What a browser needs to show one of the acting person's own passkeys again. */
export const passkeyOptionsToStepUp = (
  ctx: Acting,
  { sessionToken }: { sessionToken: string },
): Promise<Challenged> => optionsToShow(ctx, bindingOf(ctx, sessionToken));

/** As `stepUp`, with a passkey. Throws `invalid_credentials`, `too_many_requests`, `unauthenticated`. */
export async function stepUpWithPasskeyOf(
  ctx: Acting,
  { sessionToken, ...answer }: PasskeyAnswer & { sessionToken: string },
): Promise<RenewedSession> {
  const point = await takeAddressTry(ctx);
  const checked = await checkPasskeyOf(ctx, answer, bindingOf(ctx, sessionToken));
  const renewed =
    checked &&
    (await withTransaction(ctx, async (tx) =>
      (await usePasskeyOf(tx, checked)) ? renewSession(tx, 'passkey') : null,
    ));
  if (!renewed) {
    await audit(ctx, {
      action: 'identity.passkey-refused',
      outcome: 'refused',
      object: { type: 'session', id: ctx.actor.sessionId },
      facts: { principal: ctx.actor.kind, purpose: 'step-up' },
    });
    throw new AppError('invalid_credentials');
  }
  await forgiveAddressTry(ctx, point);
  return renewed;
}
