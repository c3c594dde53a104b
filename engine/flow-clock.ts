interface Occurrence {
  readonly type: string;
  readonly at?: unknown;
  readonly input?: unknown;
}

/** When an event happened (ISO 8601): the `at` that the engine gives to events, timers, migrations and a machine's input. */
export function instantOf(event: object): string {
  const { type, at, input } = event as Occurrence;
  const instant = at ?? (input as { at?: unknown } | undefined)?.at;
  if (typeof instant !== 'string') throw new Error(`${type} does not say when it happened`);
  return instant;
}

/**
 * Milliseconds from `event` until a clock of `length` rings that began at `since` (ISO 8601), 0 when it should have. For
 * the delays of machines: whatever armed the clock, and however late, it rings when it was promised to. Begins with
 * the event where nothing says when it began.
 */
export function timeLeft(event: object, since: string | null, length: number): number {
  const at = Date.parse(instantOf(event));
  const ringsAt = (since === null ? at : Date.parse(since)) + length;
  return Math.max(0, ringsAt - at);
}
