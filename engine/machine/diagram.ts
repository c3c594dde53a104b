import type { AnyStateMachine, AnyStateNode } from 'xstate';
import type { MachineDiagram } from '#platform/lists/console-records';
import { delayNames, stateNodes } from './machine-walk';

type State = MachineDiagram['states'][number];
type Edge = MachineDiagram['edges'][number];

interface Transition {
  readonly eventType: string;
  readonly target: readonly AnyStateNode[] | undefined;
  readonly guard?: unknown;
}

const idOf = (node: AnyStateNode): string => node.path.join('.');

/**
 * A machine as states and edges: every event, delay, `always` and guard of its definition. `current` are the
 * dotted paths of the states that an instance is in; those around them count as current too.
 */
export function machineDiagram(
  machine: AnyStateMachine,
  current: readonly string[] = [],
): MachineDiagram {
  const nodes = stateNodes(machine).filter((node) => node.path.length > 0);
  const isCurrent = (id: string) =>
    current.some((path) => path === id || path.startsWith(`${id}.`));
  return {
    states: nodes.map((node) => stateOf(node, isCurrent(idOf(node)))),
    edges: [machine.root as AnyStateNode, ...nodes].flatMap((node) => edgesOf(machine, node)),
  };
}

const stateOf = (node: AnyStateNode, current: boolean): State => ({
  id: idOf(node),
  parent: node.path.length > 1 ? node.path.slice(0, -1).join('.') : null,
  type: node.type as State['type'],
  initial: node.parent?.config.initial === node.key,
  current,
});

function edgesOf(machine: AnyStateMachine, node: AnyStateNode): Edge[] {
  const own = [...node.transitions.values()].flat() as Transition[];
  const all = [...own, ...((node.always ?? []) as Transition[])];
  return all.flatMap((transition) => {
    const event = eventOf(machine, transition.eventType);
    const guard = guardOf(transition.guard);
    return endsOf(node, transition).map(([from, to]) => ({ from, to, event, guard }));
  });
}

/** What the root accepts, every state accepts that is not final. A transition without a target stays where it is. */
function endsOf(node: AnyStateNode, { target }: Transition): Array<[string, string]> {
  const children = Object.values(node.states as Record<string, AnyStateNode>);
  const sources = node.path.length > 0 ? [node] : children.filter(({ type }) => type !== 'final');
  return sources.flatMap((from) =>
    (target ?? [from]).map((to): [string, string] => [idOf(from), idOf(to)]),
  );
}

function eventOf(machine: AnyStateMachine, type: string): string {
  if (type === '') return 'always';
  const delay = delayNames(machine).get(type);
  if (delay !== undefined) return `after ${delay}`;
  return type.startsWith('xstate.done.') ? 'done' : type;
}

function guardOf(guard: unknown): string | null {
  if (guard === undefined) return null;
  if (typeof guard === 'string') return guard;
  const { type, name } = guard as { type?: string; name?: string };
  return type ?? name ?? 'guard';
}

/** Dotted paths of the innermost states of a state value; one per region that is active. */
export function statePaths(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return Object.entries((value ?? {}) as Record<string, unknown>).flatMap(([key, inner]) => {
    const below = statePaths(inner);
    return below.length > 0 ? below.map((path) => `${key}.${path}`) : [key];
  });
}
