import type { TxCtx } from '../context';

/** A hint to open pages that something they show has changed: ids and words, never content. */
export interface LiveEvent {
  /** Dotted word: `leads.status-changed`. */
  readonly type: string;
  readonly data: Record<string, string | number | null>;
}

/** Tells every open page of `principal` (`patient:<id>`, `clinic:<id>`, `staff`) when the transaction commits. */
export async function announce(_ctx: TxCtx, _principal: string, _event: LiveEvent): Promise<void> {
  throw new Error('the live channel is being built');
}
