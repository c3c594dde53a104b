import type { AnyStateMachine, AnyStateNode } from 'xstate';

/** Below the root, so that ids can be used as names in a diagram. */
const nameOf = (node: AnyStateNode): string => node.path.join('_');

const childrenOf = (node: AnyStateNode): AnyStateNode[] =>
  Object.values(node.states as Record<string, AnyStateNode>);

interface Arrow {
  readonly eventType: string;
  readonly target: readonly AnyStateNode[] | undefined;
  readonly guard?: unknown;
}

function labelOf({ eventType, guard }: Arrow, delays: ReadonlyMap<string, string>): string {
  const event = delays.get(eventType) ?? eventType.replace(/^[a-z-]+\./, '');
  const words = eventType === '' ? [] : [event];
  return [...words, ...(typeof guard === 'string' ? [`[${guard}]`] : [])].join(' ');
}

function arrowsOf(node: AnyStateNode): string[] {
  const delays = new Map(node.after.map((each) => [each.eventType, `after ${String(each.delay)}`]));
  const own = [...node.transitions.values()].flat() as Arrow[];
  return [...own, ...((node.always ?? []) as Arrow[])].map((arrow) => {
    const label = labelOf(arrow, delays);
    const target = arrow.target?.[0] ?? node;
    return `${nameOf(node)} --> ${nameOf(target)}${label ? ` : ${label}` : ''}`;
  });
}

function block(node: AnyStateNode, indent: string): string[] {
  const inner = childrenOf(node);
  const start = inner.find(({ key }) => key === node.config.initial);
  const lines = inner.flatMap((child) =>
    childrenOf(child).length > 0
      ? [
          `${indent}state "${child.key}" as ${nameOf(child)} {`,
          ...block(child, `${indent}  `),
          `${indent}}`,
        ]
      : [`${indent}state "${child.key}" as ${nameOf(child)}`],
  );
  const ends = inner
    .filter(({ type }) => type === 'final')
    .map((child) => `${indent}${nameOf(child)} --> [*]`);
  return [...(start ? [`${indent}[*] --> ${nameOf(start)}`] : []), ...lines, ...ends];
}

const allBelow = (node: AnyStateNode): AnyStateNode[] =>
  childrenOf(node).flatMap((child) => [child, ...allBelow(child)]);

/** A machine as a mermaid state diagram: its states, events, guards and delays. */
export const machineDiagram = (machine: AnyStateMachine): string =>
  [
    'stateDiagram-v2',
    ...block(machine.root, '  '),
    ...allBelow(machine.root)
      .flatMap(arrowsOf)
      .map((line) => `  ${line}`),
  ].join('\n');
