import type { Ctx } from '../context';
import { BadPayloadError } from '../jobs/bad-payload';
import { DeclaredFact, type FactOf } from './declare';
import type { Delivery, Subscription } from './types';

interface Wish<D extends DeclaredFact> {
  readonly on: D;
  readonly name: string;
  readonly handle: (ctx: Ctx, fact: FactOf<D>, delivery: Delivery) => Promise<void>;
}

/** What is to be done when a declared fact has happened; its handler is given nothing that does not fit the declaration. */
export function subscribe<D extends DeclaredFact>({ on, name, handle }: Wish<D>): Subscription {
  if (!DeclaredFact.is(on)) throw new Error(`${name} waits for a fact that nobody declared`);
  return {
    on: on.type,
    name,
    handle: async (ctx, payload, delivery) => {
      const { type, ...fields } = (payload ?? {}) as { type?: unknown };
      const parsed = on.fields.safeParse(fields);
      if (type !== on.type || !parsed.success) throw new BadPayloadError(name);
      await handle(ctx, { type, ...parsed.data } as FactOf<D>, delivery);
    },
  };
}
