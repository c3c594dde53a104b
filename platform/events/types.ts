import type { Ctx } from '../context';

export interface Delivery {
  /** The same each time this fact is delivered to this subscription. */
  readonly id: string;
  /** When it happened. */
  readonly at: Date;
}

/** When `on` has happened, `handle` runs as a job of its own: at least once, so it is idempotent. */
export interface Subscription {
  /** The fact's dotted word. */
  readonly on: string;
  /**
   * Dotted word by which the database and staff know it: `leads.notify-published`. What listens to another
   * fact takes another name: two releases that run side by side know one thing by it.
   */
  readonly name: string;
  /** Throws `BadPayloadError` for what is not the fact as it was declared. */
  readonly handle: (ctx: Ctx, fact: unknown, delivery: Delivery) => Promise<void>;
}
