import { withTransaction } from '#engine';
import type { ActorOf } from '#platform/base/actor';
import type { Ctx } from '#platform/context';
import { refuseStepUp, renewProof, type RenewedSession } from '../step-up.server';
import { takeStaffTry } from '../try-budget.server';
import type { Challenged, PasskeyAnswer } from '../../passkeys/challenged';
import { checkPasskey, passkeyOptions, usePasskey } from './check-passkey.server';

type Staff = Ctx<ActorOf<'staff'>>;

/** What a browser needs to show one of the acting person's own passkeys again. */
export const passkeyStepUpOptions = (ctx: Staff): Promise<Challenged> =>
  passkeyOptions(ctx, { purpose: 'step-up', staffId: ctx.actor.id });

/** As {@link stepUpWithCode}, with a passkey. Throws `invalid_credentials`, `too_many_requests`, `unauthenticated`. */
export async function stepUpWithPasskey(
  ctx: Staff,
  answer: PasskeyAnswer,
): Promise<RenewedSession> {
  const forgive = await takeStaffTry(ctx, null);
  const whose = { purpose: 'step-up', staffId: ctx.actor.id } as const;
  const checked = await checkPasskey(ctx, answer, whose);
  const renewed =
    checked &&
    (await withTransaction(ctx, async (tx) =>
      (await usePasskey(tx, checked)) ? renewProof(tx, 'passkey') : null,
    ));
  if (!renewed) return refuseStepUp(ctx);
  await forgive();
  return renewed;
}
