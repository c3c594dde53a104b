import type { MachineDiagram } from '#platform/lists/console-records';

/** All transitions between two states. */
export interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly lines: readonly string[];
  readonly initial: boolean;
}

/** One transition in words: `leads.offer-gone [lastOffer]`. */
export const wordsOf = ({ event, guard }: MachineDiagram['edges'][number]): string =>
  guard ? `${event} [${guard}]` : event;

/** What happens in a state without leaving it, in words. */
export const staysOf = ({ edges }: MachineDiagram, id: string): string[] =>
  edges.filter(({ from, to }) => from === id && to === id).map(wordsOf);

/** Arrows of a diagram: transitions of the same pair share one, and each state points at its first one inside. */
export function arrowsOf({ states, edges }: MachineDiagram): Arrow[] {
  const between = new Map<string, Arrow & { lines: string[] }>();
  for (const edge of edges) {
    const { from, to } = edge;
    if (from === to) continue;
    const key = `${from} ${to}`;
    const arrow = between.get(key) ?? { from, to, lines: [], initial: false };
    arrow.lines.push(wordsOf(edge));
    between.set(key, arrow);
  }
  const initial = states.flatMap(({ id, parent, initial: first }) =>
    first && parent !== null ? [{ from: parent, to: id, lines: [], initial: true }] : [],
  );
  return [...initial, ...between.values()];
}
