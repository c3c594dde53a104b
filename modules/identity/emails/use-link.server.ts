import { audit, publish } from '#engine';
import type { Ctx, TxCtx } from '#platform/context';
import { AppError } from '#platform/base/errors';
import type { AccountActor } from '../account-owner';
import { identityEvents } from '../events';
import { requireFreshFactor } from '../step-up/fresh-factor.server';
import { readLinkToken } from './link-token';
import { readOpenLink, spendLink } from './links.server';

/** What an own link that is still open would do; it does nothing by being looked at. */
export interface OfferedLink {
  readonly kind: 'prove' | 'change';
  readonly email: string;
}

/** What the link of a mail offers the acting person; null when it is spent, too old or somebody else's. */
export async function offeredLink(
  ctx: Ctx<AccountActor>,
  { link }: { link: string },
): Promise<OfferedLink | null> {
  const { kind, id } = ctx.actor;
  const linkId = readLinkToken(ctx.services.env, link);
  const row = linkId && (await readOpenLink(ctx, linkId));
  if (!row || (kind === 'patient' ? row.patientId : row.clinicId) !== id) return null;
  return { kind: row.kind, email: row.email };
}

/**
 * Uses the link of a mail up for the acting person, in the transaction that gives the address its effect; a
 * change wants a fresh proof. Throws `invalid_link`, `step_up`.
 */
export async function confirmLink(
  tx: TxCtx<AccountActor>,
  { link, current }: { link: string; current: string },
): Promise<OfferedLink> {
  const { actor } = tx;
  const linkId = readLinkToken(tx.services.env, link);
  const row = linkId && (await spendLink(tx, actor, linkId));
  // Since a link was sent to the own address, that may have become another one.
  if (!row || (row.kind === 'prove' && row.email !== current)) throw new AppError('invalid_link');
  if (row.kind === 'change') await requireFreshFactor(tx);
  await audit(tx, {
    action: row.kind === 'change' ? 'identity.email-changed' : 'identity.email-proved',
    object: { type: actor.kind, id: actor.id },
  });
  if (row.kind === 'change')
    await publish(tx, identityEvents['identity.email-changed'], {
      principal: actor.kind,
      accountId: actor.id,
      linkId: row.id,
    });
  return { kind: row.kind, email: row.email };
}
