import type { AnyStateMachine, AnyStateNode } from 'xstate';

/** Every state node of a machine, root first. */
export function stateNodes(machine: AnyStateMachine): AnyStateNode[] {
  const walk = (node: AnyStateNode): AnyStateNode[] => [
    node,
    ...Object.values(node.states as Record<string, AnyStateNode>).flatMap(walk),
  ];
  return walk(machine.root);
}

const cache = new WeakMap<AnyStateMachine, ReadonlyMap<string, string>>();

/** From XState's id of a delayed transition to the name of its delay. */
export function delayNames(machine: AnyStateMachine): ReadonlyMap<string, string> {
  const known = cache.get(machine);
  if (known) return known;
  const names = new Map<string, string>();
  for (const node of stateNodes(machine)) {
    for (const delayed of node.after) names.set(delayed.eventType, String(delayed.delay));
  }
  cache.set(machine, names);
  return names;
}
