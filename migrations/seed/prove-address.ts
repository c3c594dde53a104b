import { proofLinkOf } from '#modules/identity';
import type { ActorOf } from '#platform/base/actor';
import type { Ctx } from '#platform/context';
import { confirmEmail } from '#workflows';

/** As after the link of the first mail: mails to demo people say what they are about. */
export async function proveAddress(
  ctx: Ctx<ActorOf<'patient'> | ActorOf<'clinic'>>,
  { email }: { email: string },
): Promise<void> {
  const link = await proofLinkOf(ctx, { account: ctx.actor, email });
  await confirmEmail(ctx, { link });
}
