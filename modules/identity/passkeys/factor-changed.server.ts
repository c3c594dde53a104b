import type { TxCtx } from '#platform/context';
import { publish } from '#platform/events';
import type { AccountActor } from '../account-owner';

/** Says that the ways into the acting person's account have changed, so that its owner is told. */
export const publishFactorChange = (tx: TxCtx<AccountActor>): Promise<void> =>
  publish(tx, {
    type: 'identity.factor-changed',
    principal: tx.actor.kind,
    accountId: tx.actor.id,
  });
