import type { ActorOf } from '#platform/actor';
import type { Ctx, TxCtx } from '#platform/context';

/** Whose files these are. */
export type Owner = ActorOf<'patient'> | ActorOf<'clinic'>;
export type OwnerCtx = Ctx<Owner>;
export type OwnerTx = TxCtx<Owner>;
