import { audit, publish } from '#engine';
import type { TxCtx } from '#platform/context';
import type { AccountActor } from '../account-owner';
import { identityEvents } from '../events';
import { takeLinkPoints } from './link-budget.server';
import { findOpenLink, openLink } from './links.server';

/**
 * Another address for the acting person's account: it waits until the link in the mail to it is confirmed, and
 * the address until then is told at once. Asking for the one that waits already changes nothing. Throws
 * `too_many_requests`.
 */
export async function askEmailChange(
  tx: TxCtx<AccountActor>,
  { email, current }: { email: string; current: string },
): Promise<void> {
  const { actor } = tx;
  const waiting = await findOpenLink(tx, actor, 'change');
  if (email === current || email === waiting?.email) return;
  await takeLinkPoints(tx, actor, email);
  const linkId = await openLink(tx, actor, { kind: 'change', email, previousEmail: current });
  await audit(tx, {
    action: 'identity.email-change-asked',
    object: { type: 'email-link', id: linkId },
  });
  const whose = { principal: actor.kind, accountId: actor.id, linkId };
  await publish(tx, identityEvents['identity.email-change-asked'], whose);
  await publish(tx, identityEvents['identity.email-link-asked'], whose);
}
