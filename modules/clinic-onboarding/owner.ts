import type { ActorOf } from '#platform/base/actor';
import type { Ctx, TxCtx } from '#platform/context';
import { AppError } from '#platform/base/errors';

type Owning = ActorOf<'clinic'> | ActorOf<'phone-verified'>;

/** Whose documents these are: a clinic, or the verified phone that is about to register one. */
export type OwnerCtx = Ctx<Owning>;
export type OwnerTx = TxCtx<Owning>;

/**
 * E.164 of the phone that documents belong to.
 *
 * @throws AppError `forbidden` for the phone of a patient, and while a second proof is owed: they may be somebody else's
 */
export function phoneOf({ actor }: OwnerCtx): string {
  if (actor.kind === 'phone-verified' && (actor.role !== 'clinic' || actor.owesProof))
    throw new AppError('forbidden');
  return actor.phone;
}
