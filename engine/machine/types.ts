import type {
  AnyStateMachine,
  ContextFrom,
  EmittedFrom,
  EventFromLogic,
  InputFrom,
  StateValue,
} from 'xstate';
import type { z } from 'zod';
import type { TxCtx } from '#platform/context';
import type { Duration } from '#platform/base/duration';
import type { DeclaredEvent } from '../events/declare';

/** One entry of an instance's log, as a migration sees it: what happened, when, and where it led. */
export interface Past {
  /** Readable word of the event, as in {@link Change.event}. */
  readonly name: string;
  /** ISO 8601. */
  readonly at: string;
  readonly value: StateValue;
}

/** What a migration makes of a stored snapshot. */
export interface Migrated {
  readonly state: unknown;
  /**
   * Old names of timers by their new ones: such a timer keeps its token and its time. One that nothing names keeps both
   * while its name exists in the new state, and is cancelled otherwise. What else that state waits for is armed anew, as
   * its delay says at the time of the migration, but for what has gone off already.
   */
  readonly timers?: Readonly<Record<string, string>>;
}

/**
 * From one version to the next. Pure: a repeated answer, a read and a replay run it too. `past` is the log up to
 * the snapshot, oldest first, from which a new field can learn when something happened; entries may be missing from
 * its beginning.
 */
export type Migration = (stored: unknown, past: readonly Past[]) => Migrated;

/** What the dispatcher itself puts into events and input need not be given by the caller. */
type WithoutAt<T> = T extends { at: string } ? Omit<T, 'at'> : T;

/** An event as the caller sends it; `at` (ISO 8601, database clock) is added by the dispatcher. */
export type Sent<M extends AnyStateMachine> = WithoutAt<EventFromLogic<M>>;

/** The input of a machine as the caller gives it; `at` is added as for events. */
export type StartInput<M extends AnyStateMachine> = WithoutAt<InputFrom<M>>;

/** One accepted event, as the module that projects it into its own tables sees it. */
export interface Change<M extends AnyStateMachine> {
  readonly id: string;
  /** 1 after the start, one more per accepted event. */
  readonly version: number;
  /** Database time of the event. */
  readonly at: Date;
  /** The event with its `at`; `flow.started` and timers (`leads.offer-window-elapsed`) by their readable name. */
  readonly event: EventFromLogic<M> | { type: string };
  readonly value: StateValue;
  readonly context: ContextFrom<M>;
  /** What the event made known, in order, as declared. */
  readonly events: ReadonlyArray<EmittedFrom<M>>;
  readonly said: Annotation;
}

/** A machine may only emit what is declared; one that emits nothing declares none. */
export type EventsOf<M extends AnyStateMachine> = {
  readonly [T in EmittedFrom<M>['type']]: DeclaredEvent<T>;
};

/** What belongs to an event and not to its machine. Nothing of it is stored with the flow. */
export interface Annotation {
  /**
   * Why somebody decided so, in their own words. It may name a person: the text lies beside the event's audit entry and
   * can be erased, the entry holds its salted hash. For audited events only.
   */
  readonly reason?: string;
  /** Words for the module's own row, and for nobody else. */
  readonly note?: string;
}

/** The audit entry of one kind of event. */
export interface Audited<M extends AnyStateMachine> {
  /** The event's own word unless given. */
  readonly action?: string;
  /** Ids, codes and counts only. */
  readonly details?: (
    change: Change<M>,
  ) => Readonly<Record<string, string | number | boolean | null>>;
}

export interface FlowDefinition<M extends AnyStateMachine> {
  /** Dotted word, module first: `leads.lead`. */
  readonly name: string;
  /** Raised whenever the machine or its context changes; a test compares the fingerprint of the stored snapshots. */
  readonly version: number;
  readonly machine: M;
  /**
   * Name of the flow whose instances are the roots of these, fixed when each is started. Every event of a child
   * locks its root first, so all events of a tree happen in one order.
   */
  readonly root?: string;
  /** Checked at every write: what is stored is JSON of this shape, ids and plain values only. */
  readonly context: z.ZodType<ContextFrom<M>>;
  /** Declarations of every event that the machine emits, by their words. */
  readonly events: EventsOf<M>;
  /** Named actions that leave the machine: each becomes a job of that name with these params. */
  readonly effects?: Record<string, z.ZodType>;
  /** From version n-1 to n, by n: run lazily under the row lock, recorded as `flow.migrated`. */
  readonly migrations?: Record<number, Migration>;
  /**
   * The version before, while processes of a release that does not know this one may still run: new instances and those
   * it stored stay with it, and only what a newer release has brought forward goes on by this one. Left out one release
   * later (docs/runbooks/versions.md).
   */
  readonly writes?: AnyFlow;
  /**
   * How long an instance and its log are kept after their end (`forgetEnded`). Without it they stay for as long as what
   * they are about, and go with it.
   */
  readonly keepEnded?: Duration;
  /** The events that somebody answers for: each writes an entry about `object`, whose id is the instance's. */
  readonly audit?: {
    readonly object: string;
    readonly events: { readonly [E in EventFromLogic<M>['type'] | 'flow.started']?: Audited<M> };
  };
  /** Writes the module's own rows in the transaction of the event (status, counters). */
  readonly project?: (ctx: TxCtx, change: Change<M>) => Promise<void>;
}

export interface Flow<M extends AnyStateMachine> extends FlowDefinition<M> {}

/** A flow of any machine, as registries hold it. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a flow is invariant in its machine
export type AnyFlow = Flow<any>;

export interface FlowResult<M extends AnyStateMachine> extends Omit<
  Change<M>,
  'event' | 'events' | 'said'
> {
  readonly status: 'active' | 'done';
  /** True when the key was seen before and nothing was done again. */
  readonly repeated: boolean;
}

export interface FlowView<M extends AnyStateMachine> extends FlowResult<M> {
  readonly timers: ReadonlyArray<{ name: string; fireAt: Date }>;
  /** Types of the events that the machine would accept now. */
  readonly allowedEvents: readonly string[];
}
