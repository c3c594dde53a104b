import type { Ctx } from '../context';

/** Something that happened, in the dotted vocabulary: `leads.published`. Holds ids and facts, nothing personal. */
export interface Fact {
  readonly type: string;
  readonly [fact: string]: unknown;
}

/** When `on` has happened, run `handle` once, as a job of its own: at least once, so idempotent. */
export interface Subscription<F extends Fact = Fact> {
  readonly on: F['type'];
  /**
   * Dotted word by which the database and staff know it: `leads.notify-published`. What listens to another
   * fact takes another name: two releases that run side by side know one thing by it.
   */
  readonly name: string;
  readonly handle: (ctx: Ctx, fact: F, delivery: { id: string; at: Date }) => Promise<void>;
}
