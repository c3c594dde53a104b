import { audit, withTransaction, publish } from '#engine';
import type { Ctx } from '#platform/context';
import { AppError } from '#platform/base/errors';
import type { AccountActor } from '../account-owner';
import { identityEvents } from '../events';
import { takeLinkPoints } from './link-budget.server';
import { dropLinks, findOpenLink, openLink } from './links.server';

type Acting = Ctx<AccountActor>;

/** Takes back the change of address that waits. Throws `not_found` when none does. */
export async function cancelEmailChange(ctx: Acting): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    if (!(await dropLinks(tx, tx.actor, 'change'))) throw new AppError('not_found');
    const object = { type: tx.actor.kind, id: tx.actor.id };
    await audit(tx, { action: 'identity.email-change-cancelled', object });
  });
}

/**
 * Sends another link: to the address that waits, else to the own one (`email`) while nobody has proved to read
 * there. The link before it is dead. Throws `not_found` when there is nothing to prove, `too_many_requests`.
 */
export async function sendEmailLinkAgain(
  ctx: Acting,
  { email, proved }: { email: string; proved: boolean },
): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    const { actor } = tx;
    const waiting = await findOpenLink(tx, actor, 'change');
    if (!waiting && proved) throw new AppError('not_found');
    const to = waiting?.email ?? email;
    await takeLinkPoints(tx, actor, to);
    const linkId = waiting
      ? await openLink(tx, actor, waiting)
      : await openLink(tx, actor, { kind: 'prove', email });
    await audit(tx, {
      action: 'identity.email-link-asked',
      object: { type: 'email-link', id: linkId },
    });
    const whose = { principal: actor.kind, accountId: actor.id, linkId };
    await publish(tx, identityEvents['identity.email-link-asked'], whose);
  });
}

/** The address that waits for its proof; null without one. */
export async function pendingEmailOf(ctx: Acting): Promise<string | null> {
  return (await findOpenLink(ctx, ctx.actor, 'change'))?.email ?? null;
}
