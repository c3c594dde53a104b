import { planStart, planStep, type Plan } from './plan';
import { stateNodes } from './machine-walk';
import type { AnyFlow } from './types';

const at = '2026-01-01T00:00:00.000Z';

/**
 * Sends every event and every pending timer to every state that can be reached from `input`, without a
 * database. `events` gives the fields of events by type. Returns what threw or did not fit a schema.
 */
export function walkFlow(
  flow: AnyFlow,
  { input, events = {} }: { input: object; events?: Record<string, object> },
): { states: string[]; faults: string[] } {
  const faults: string[] = [];
  const seen = new Map<string, Plan>();
  const line: Plan[] = [];
  const visit = (from: string, plan: Plan) => {
    faults.push(...misfits(flow, plan).map((fault) => `${from}: ${fault}`));
    // Same state with other facts may open other guards, so the context belongs to what was seen.
    const key = JSON.stringify([plan.value, plan.context]);
    if (seen.has(key) || seen.size >= 2_000) return;
    seen.set(key, plan);
    line.push(plan);
  };
  visit('start', planStart(flow.machine, { ...input, at }));
  for (let plan = line.shift(); plan && seen.size < 2_000; plan = line.shift()) {
    for (const type of eventTypes(flow)) {
      const from = `${JSON.stringify(plan.value)} × ${type}`;
      try {
        const next = planStep(flow.machine, plan.state, Object.assign({ type, at }, events[type]));
        if (next) visit(from, next);
      } catch (error) {
        faults.push(`${from}: ${(error as Error).message}`);
      }
    }
  }
  const states = [...seen.values()].map(({ value }) => JSON.stringify(value));
  return { states: [...new Set(states)], faults: [...new Set(faults)] };
}

const eventTypes = (flow: AnyFlow): string[] => {
  const own = stateNodes(flow.machine).flatMap((node) => node.ownEvents as string[]);
  const inner = /^xstate\.(done|error|init|stop)/;
  return [...new Set(own)].filter((type) => !inner.test(type) && !type.includes('*'));
};

function misfits(flow: AnyFlow, { context, effects, facts }: Plan): string[] {
  const faults: string[] = [];
  if (!flow.context.safeParse(context).success) faults.push('context does not fit');
  for (const { type, params } of effects) {
    const schema = flow.effects?.[type];
    if (!schema) faults.push(`no effect ${type}`);
    else if (!schema.safeParse(params).success) faults.push(`effect ${type} does not fit`);
  }
  for (const { type, ...fields } of facts) {
    const schema = flow.facts[type];
    if (!schema) faults.push(`no fact ${type}`);
    else if (!schema.safeParse(fields).success) faults.push(`fact ${type} does not fit`);
  }
  return faults;
}
