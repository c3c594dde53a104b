import type { Ctx } from '#platform/context';
import { BadPayloadError } from '../queue/envelope';
import { DeclaredEvent, type EventOf } from './declare';

export interface Delivery {
  /** The same each time this event is delivered to this subscription. */
  readonly id: string;
  /** When it happened. */
  readonly at: Date;
}

/** When `on` has happened, `handle` runs as a job of its own: at least once, so it is idempotent. */
export interface Subscription {
  /** The event's dotted word. */
  readonly on: string;
  /**
   * Dotted word by which the database and staff know it: `leads.notify-published`. What listens to another
   * event takes another name: two releases that run side by side know one thing by it.
   */
  readonly name: string;
  /** Throws `BadPayloadError` for what is not the event as it was declared. */
  readonly handle: (ctx: Ctx, event: unknown, delivery: Delivery) => Promise<void>;
}

interface Wish<D extends DeclaredEvent> {
  readonly on: D;
  readonly name: string;
  readonly handle: (ctx: Ctx, event: EventOf<D>, delivery: Delivery) => Promise<void>;
}

/** What is to be done when a declared event has happened; its handler is given nothing that does not fit the declaration. */
export function subscribe<D extends DeclaredEvent>({ on, name, handle }: Wish<D>): Subscription {
  if (!DeclaredEvent.is(on)) throw new Error(`${name} waits for an event that is not declared`);
  return {
    on: on.type,
    name,
    handle: async (ctx, payload, delivery) => {
      const { type, ...fields } = (payload ?? {}) as { type?: unknown };
      const parsed = on.fields.safeParse(fields);
      if (type !== on.type || !parsed.success) throw new BadPayloadError(name);
      await handle(ctx, { type, ...parsed.data } as EventOf<D>, delivery);
    },
  };
}
