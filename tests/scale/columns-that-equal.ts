/**
 * Columns of one statement and what is known of them: which have a value, and which take theirs from which other one.
 * Within an optional part (a subquery of an expression, the right side of a left join) a condition says nothing about what
 * stands outside of it.
 */
export class ColumnsThatEqual {
  readonly #takers: number[][] = [];
  readonly #given = new Set<number>();
  /** From which column on the parts began that are being read; the innermost last. */
  readonly #optional: number[] = [];

  add(): number {
    return this.#takers.push([]) - 1;
  }

  give(column: number): void {
    if (column >= this.#outside()) this.#given.add(column);
  }

  equal(a: number, b: number): void {
    this.take(a, b);
    this.take(b, a);
  }

  /** Whatever `from` is, `to` is. */
  take(from: number, to: number): void {
    if (to >= this.#outside()) this.#takers[from]!.push(to);
  }

  optionally<T>(read: () => T): T {
    this.#optional.push(this.#takers.length);
    try {
      return read();
    } finally {
      this.#optional.pop();
    }
  }

  given(): ReadonlySet<number> {
    return this.#reached([...this.#given]);
  }

  /** All that take their value from this one, itself included. */
  takersOf(column: number): ReadonlySet<number> {
    return this.#reached([column]);
  }

  #outside(): number {
    return this.#optional.at(-1) ?? 0;
  }

  #reached(from: number[]): Set<number> {
    const reached = new Set(from);
    for (const each of reached) this.#takers[each]!.forEach((taker) => reached.add(taker));
    return reached;
  }
}
