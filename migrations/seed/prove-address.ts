import type { Side } from '#platform/base/actor';
import { proofLinkOf } from '#modules/identity';
import type { CtxOf } from '#platform/context';
import { confirmEmail } from '#workflows';

/** As after the link of the first mail: mails to demo people say what they are about. */
export async function proveAddress(ctx: CtxOf<Side>, { email }: { email: string }): Promise<void> {
  const link = await proofLinkOf(ctx, { account: ctx.actor, email });
  await confirmEmail(ctx, { link });
}
