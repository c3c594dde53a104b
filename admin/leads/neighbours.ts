interface Neighbours {
  readonly previous: string | null;
  readonly next: string | null;
}

/** Who stands before and after in a queue; the next one of somebody who is not in it is its head. */
export function neighbours(queue: readonly string[], id: string): Neighbours {
  const at = queue.indexOf(id);
  return { previous: at > 0 ? queue[at - 1]! : null, next: queue[at + 1] ?? null };
}
