import type { AnyStateNode } from 'xstate';
import { DeclaredEvent } from '../../events/declare';
import { stateNodes } from '../machine-walk';
import type { AnyFlow } from '../types';

interface ActionRef {
  type: string;
  /** Set by XState's own creators: the function's marker fields. */
  id?: unknown;
  delay?: unknown;
  event?: unknown;
}

const dotted = /^[a-z][a-z0-9-]*(\.[a-z][a-z0-9-]*)+$/;
const harmless = new Set(['xstate.assign', 'xstate.cancel', 'xstate.log', 'xstate.enqueueActions']);

/**
 * What the engine cannot make durable, found before the first event: anonymous actions, `sendTo`,
 * `invoke`, spawned actors, delayed `raise` without id, effects and events without a schema, delays that
 * are not named. Returns one sentence per fault.
 */
export function lintFlow(flow: AnyFlow): string[] {
  const nodes = stateNodes(flow.machine);
  const faults = [
    ...lintNames(flow),
    ...lintWrites(flow),
    ...nodes.flatMap((node) => lintNode(flow, node)),
  ];
  return [...new Set(faults)];
}

function lintWrites({ name, version, writes }: AnyFlow): string[] {
  if (!writes) return [];
  if (writes.name !== name || writes.version !== version - 1)
    return [`it may write its own version or ${name} at version ${version - 1}, nothing else`];
  return lintFlow(writes);
}

function lintNames(flow: AnyFlow): string[] {
  const faults: string[] = [];
  const names = [flow.name, ...Object.keys(flow.events), ...Object.keys(flow.effects ?? {})];
  for (const name of names) if (!dotted.test(name)) faults.push(`${name} is not a dotted word`);
  for (const [word, event] of Object.entries(flow.events) as Array<[string, unknown]>)
    if (!DeclaredEvent.is(event) || event.type !== word)
      faults.push(`${word} is not a declared event`);
  for (let version = 2; version <= flow.version; version += 1) {
    if (!flow.migrations?.[version]) faults.push(`there is no migration to version ${version}`);
  }
  return faults;
}

function lintNode(flow: AnyFlow, node: AnyStateNode): string[] {
  const at = `state ${node.id}`;
  const faults: string[] = [];
  if (node.invoke.length > 0) faults.push(`${at} invokes an actor`);
  for (const { delay } of node.after) {
    if (typeof delay === 'number') faults.push(`${at} has a delay without a name (${delay})`);
  }
  const transitions = [...node.transitions.values()].flat();
  const initial = node.initial ? [node.initial] : [];
  const always = node.always ?? [];
  const actions = [
    ...node.entry,
    ...node.exit,
    ...[...transitions, ...initial, ...always].flatMap((transition) => transition.actions),
  ] as unknown[];
  for (const action of actions)
    faults.push(...lintAction(flow, action).map((why) => `${at} ${why}`));
  for (const { guard } of [...transitions, ...always]) {
    if (typeof guard === 'function' && !('check' in guard))
      faults.push(`${at} has an anonymous guard`);
  }
  return faults;
}

function lintAction(flow: AnyFlow, action: unknown): string[] {
  if (typeof action === 'string') return lintNamed(flow, action);
  const { type, id, delay } = action as ActionRef;
  if (typeof action === 'function' && !type?.startsWith('xstate.'))
    return ['has an anonymous action'];
  if (harmless.has(type) || type === 'xstate.emit') return lintEmit(flow, action as ActionRef);
  if (type === 'xstate.raise')
    return delay !== undefined && id === undefined ? ['raises with a delay but no id'] : [];
  if (type.startsWith('xstate.'))
    return [`uses ${type.slice('xstate.'.length)}, which is not durable`];
  return lintNamed(flow, type);
}

function lintEmit(flow: AnyFlow, { type, event }: ActionRef): string[] {
  if (type !== 'xstate.emit' || typeof event === 'function') return [];
  const emitted = (event as { type: string }).type;
  return flow.events[emitted] ? [] : [`emits ${emitted}, which has no schema`];
}

/** A name stands for an action of XState (`assign`, `emit` …) in the machine's own setup, or for an effect. */
function lintNamed(flow: AnyFlow, type: string): string[] {
  const implementation = (flow.machine.implementations.actions as Record<string, unknown>)[type];
  const own = (implementation as ActionRef | undefined)?.type;
  if (typeof implementation === 'function' && own?.startsWith('xstate.'))
    return lintAction(flow, implementation);
  return flow.effects?.[type] ? [] : [`has the action ${type}, which is not an effect`];
}
