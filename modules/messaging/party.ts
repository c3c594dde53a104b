import type { ActorOf } from '#platform/actor';
import type { Ctx, TxCtx } from '#platform/context';
import type { Side } from './sides';

export type Party = ActorOf<'patient'> | ActorOf<'clinic'>;
export type PartyCtx = Ctx<Party>;
export type PartyTx = TxCtx<Party>;

/**
 * A conversation of the acting person, as the offer says whose it is. Callers found out that it is theirs; `isOpen`: the
 * offer is accepted and nothing is masked.
 */
export interface Talk {
  readonly offerId: string;
  readonly leadId: string;
  readonly patientId: string;
  readonly clinicId: string;
  readonly isOpen: boolean;
  /** The clinic reads its own words only, and nobody writes. */
  readonly isClosed: boolean;
}

/** Whether the acting person reads only what they wrote themselves. */
export const readsOwnOnly = ({ actor }: PartyCtx, { isClosed }: Pick<Talk, 'isClosed'>): boolean =>
  isClosed && actor.kind === 'clinic';

export const sideOf = ({ actor }: PartyCtx): Side => actor.kind;
