import type { z } from 'zod';

/** What an event says besides its word: ids, codes and counts, nothing personal. */
export type EventFields = z.ZodObject;

type Frozen<T> = {
  readonly [K in keyof T]: T[K] extends ReadonlyArray<infer Item> ? readonly Item[] : T[K];
};

/**
 * An event as its module declares it: the only thing that can be published, subscribed to or emitted by a machine. Made by
 * {@link defineEvents} alone; an object that looks alike is refused by the compiler and when it runs.
 */
export class DeclaredEvent<T extends string = string, S extends EventFields = EventFields> {
  readonly #declared = true;

  constructor(
    /** The dotted word: `leads.published`. */
    readonly type: T,
    readonly fields: S,
  ) {}

  static is(candidate: unknown): candidate is DeclaredEvent {
    return typeof candidate === 'object' && candidate !== null && #declared in candidate;
  }
}

/** The event as it lies in a job and reaches a handler, of one declaration or of several. */
export type EventOf<D> =
  D extends DeclaredEvent<infer T, infer S>
    ? { readonly type: T } & Frozen<z.output<S>>
    : D extends Readonly<Record<string, DeclaredEvent>>
      ? EventOf<D[keyof D]>
      : never;

/** What whoever publishes an event has to say. */
export type FieldsOf<D extends DeclaredEvent> = Frozen<z.input<D['fields']>>;

/** Facts of a module by their dotted words. */
export type EventSet = Readonly<Record<string, DeclaredEvent>>;

/** Declares what can happen in a module, each once: its word, and the schema from which everything else follows. */
export function defineEvents<
  const M extends string,
  S extends Readonly<Record<string, EventFields>>,
>(
  module: M,
  events: S,
): { readonly [K in keyof S & string as `${M}.${K}`]: DeclaredEvent<`${M}.${K}`, S[K]> } {
  const declared = Object.entries(events).map(([name, fields]) => {
    const type = `${module}.${name}`;
    return [type, new DeclaredEvent(type, fields)] as const;
  });
  return Object.fromEntries(declared) as never;
}

/** The event of a declaration with these fields. Throws when it was not declared, or when the fields do not fit. */
export function eventFrom<D extends DeclaredEvent>(declaration: D, fields: unknown): EventOf<D> {
  if (!DeclaredEvent.is(declaration)) throw new Error('only a declared event can be published');
  return { type: declaration.type, ...declaration.fields.parse(fields) } as EventOf<D>;
}
