import { planStart, planStep, type Plan } from '../plan';
import { stateNodes } from '../machine-walk';
import type { AnyFlow } from '../types';

/** What a walk over a flow needs: valid inputs, and the fields of events that have some, in each way that matters. */
export interface FlowSample {
  readonly inputs: readonly object[];
  readonly events?: Readonly<Record<string, readonly object[]>>;
}

const at = '2026-01-01T00:00:00.000Z';

/**
 * Sends every event and every timer to every state that can be reached from the inputs, without a
 * database. Returns what threw or did not fit a schema.
 */
export function walkFlow(
  flow: AnyFlow,
  sample: FlowSample,
): { states: string[]; faults: string[] } {
  const faults: string[] = [];
  const seen = new Map<string, Plan>();
  const line: Plan[] = [];
  const visit = (from: string, plan: Plan) => {
    faults.push(...misfits(flow, plan).map((fault) => `${from}: ${fault}`));
    // Same state with another context may open other guards, so the context belongs to what was seen.
    const key = JSON.stringify([plan.value, plan.context]);
    if (seen.has(key) || seen.size >= 2_000) return;
    seen.set(key, plan);
    line.push(plan);
  };
  for (const input of sample.inputs) visit('start', planStart(flow.machine, { ...input, at }));
  for (let plan = line.shift(); plan && seen.size < 2_000; plan = line.shift()) {
    for (const { next, from } of stepsFrom(flow, plan, {
      sample,
      at,
      fault: (f) => faults.push(f),
    }))
      visit(from, next);
  }
  const states = [...seen.values()].map(({ value }) => JSON.stringify(value));
  return { states: [...new Set(states)], faults: [...new Set(faults)] };
}

/** Everything that can happen to a snapshot; what throws is passed to `fault`. */
export function stepsFrom(
  flow: AnyFlow,
  before: Pick<Plan, 'value' | 'state'>,
  { sample, at, fault }: { sample: FlowSample; at: string; fault: (what: string) => void },
): Array<{ from: string; type: string; next: Plan }> {
  return eventTypes(flow).flatMap((type) => {
    const from = `${JSON.stringify(before.value)} × ${type}`;
    return (sample.events?.[type] ?? [{}]).flatMap((fields) => {
      try {
        const next = planStep(flow.machine, before.state, Object.assign({ type, at }, fields));
        return next ? [{ from, type, next }] : [];
      } catch (error) {
        fault(`${from}: ${(error as Error).message}`);
        return [];
      }
    });
  });
}

const eventTypes = (flow: AnyFlow): string[] => {
  const own = stateNodes(flow.machine).flatMap((node) => node.ownEvents as string[]);
  const inner = /^xstate\.(done|error|init|stop)/;
  return [...new Set(own)].filter((type) => !inner.test(type) && !type.includes('*'));
};

/** What of a plan the engine would refuse to store. */
export function misfits(flow: AnyFlow, { context, effects, events }: Plan): string[] {
  const faults: string[] = [];
  if (!flow.context.safeParse(context).success) faults.push('context does not fit');
  for (const { type, params } of effects) {
    const schema = flow.effects?.[type];
    if (!schema) faults.push(`no effect ${type}`);
    else if (!schema.safeParse(params).success) faults.push(`effect ${type} does not fit`);
  }
  for (const { type, ...fields } of events) {
    const declaration = flow.events[type];
    if (!declaration) faults.push(`no event ${type}`);
    else if (!declaration.fields.safeParse(fields).success)
      faults.push(`event ${type} does not fit`);
  }
  return faults;
}
