import type { TxCtx } from '#platform/context';
import { publish } from '#engine';
import type { AccountActor } from '../account-owner';
import { identityEvents } from '../events';

/** Says that the ways into the acting person's account have changed, so that its owner is told. */
export const publishFactorChange = (tx: TxCtx<AccountActor>): Promise<void> =>
  publish(tx, identityEvents['identity.factor-changed'], {
    principal: tx.actor.kind,
    accountId: tx.actor.id,
  });
