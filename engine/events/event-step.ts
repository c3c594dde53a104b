import type { EventStep, TxCtx } from '#platform/context';
import { DeclaredEvent, type EventOf } from './declare';

/**
 * When `on` happens, `run` is part of the same event: within its transaction and under its locks, whether a person or a
 * clock caused it, and whether a machine emits it or a command publishes it. Throwing undoes the event and all that came with it. A subscription,
 * in contrast, is a job of its own after the commit.
 */
interface EventStepOf<D extends DeclaredEvent> {
  readonly on: D;
  /** Dotted word, unique: `offers.close-with-request`. */
  readonly name: string;
  /** Acts as whoever caused the event. Touches nothing but the database: the transaction may be run again. */
  readonly run: (ctx: TxCtx, event: EventOf<D>) => Promise<void>;
}

export function eventStep<D extends DeclaredEvent>({ on, name, run }: EventStepOf<D>): EventStep {
  if (!DeclaredEvent.is(on)) throw new Error(`${name} hangs on an event that is not declared`);
  // The event was held against the flow's declarations before it was stored.
  return { on: on.type, name, run: (ctx, event) => run(ctx, event as EventOf<D>) };
}

/** Deeper than anything meant: two machines that answer each other for ever. */
const deepest = 20;
const depths = new WeakMap<TxCtx['tx'], number>();

interface Happened {
  readonly events: ReadonlyArray<{ readonly type: string }>;
}

/** Runs what hangs on events that are stored, in the order of the registry. */
export async function runEventSteps(ctx: TxCtx, { events }: Happened): Promise<void> {
  const depth = (depths.get(ctx.tx) ?? 0) + 1;
  depths.set(ctx.tx, depth);
  try {
    for (const event of events) {
      for (const { on, name, run } of ctx.services.eventSteps) {
        if (on !== event.type) continue;
        if (depth > deepest) throw new Error(`${name} comes round to itself`);
        await run(ctx, event);
      }
    }
  } finally {
    depths.set(ctx.tx, depth - 1);
  }
}
