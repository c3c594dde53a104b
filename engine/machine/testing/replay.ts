import { asc, and, eq, lte } from 'drizzle-orm';
import type { AnyStateMachine } from 'xstate';
import type { Ctx } from '#platform/context';
import { definitionFor, migrateState } from '../migrate';
import { planStart, planStep, type StoredState } from '../plan';
import { transition } from '../tables.server';
import type { Flow, Past } from '../types';

type Entry = typeof transition.$inferSelect;

/** One step of the past, and whether computing it again gives what was stored. */
export interface ReplayedStep {
  readonly version: number;
  readonly name: string;
  readonly at: Date;
  readonly actor: string;
  readonly state: StoredState;
  /**
   * `older` steps were made by an earlier version of the machine, `newer` ones by a later release; neither machine is
   * there to ask.
   */
  readonly check: 'same' | 'different' | 'older' | 'newer';
}

/** The history of an instance computed again from its log, up to and with version `upTo`. */
export async function replayFlow<M extends AnyStateMachine>(
  ctx: Ctx,
  flow: Flow<M>,
  { id, upTo = 2 ** 31 - 1 }: { id: string; upTo?: number },
): Promise<ReplayedStep[]> {
  const log = await ctx.db
    .select()
    .from(transition)
    .where(and(eq(transition.instanceId, id), lte(transition.version, upTo)))
    .orderBy(asc(transition.version));
  const steps: ReplayedStep[] = [];
  for (const [index, entry] of log.entries())
    steps.push(replayStep(flow, log.slice(0, index), entry));
  return steps;
}

function replayStep<M extends AnyStateMachine>(
  flow: Flow<M>,
  before: readonly Entry[],
  entry: Entry,
): ReplayedStep {
  const { version, name, at, actor, machineVersion } = entry;
  const stored = entry.state as StoredState;
  const step = { version, name, at, actor, state: stored };
  const by = definitionFor(flow, machineVersion);
  if (machineVersion < by.version) return { ...step, check: 'older' };
  if (machineVersion > by.version) return { ...step, check: 'newer' };
  const again = JSON.stringify(canonical(compute(by, before, entry)));
  return { ...step, check: again === JSON.stringify(canonical(stored)) ? 'same' : 'different' };
}

function compute<M extends AnyStateMachine>(
  flow: Flow<M>,
  log: readonly Entry[],
  { name, event }: Entry,
): StoredState | undefined {
  const before = log.at(-1);
  if (!before) return planStart(flow.machine, (event as { input: unknown }).input).state;
  const state = before.state as StoredState;
  if (name === 'flow.migrated') {
    const stored = { state, from: before.machineVersion, past: log.map(pastOf) };
    return migrateState(flow, stored).state;
  }
  return planStep(flow.machine, state, event as { type: string })?.state;
}

const pastOf = ({ name, at, state }: Entry): Past => ({
  name,
  at: at.toISOString(),
  value: (state as { value: Past['value'] }).value,
});

/** jsonb forgets the order of keys and drops undefined ones. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, field]) => field !== undefined);
  return Object.fromEntries(entries.sort().map(([key, field]) => [key, canonical(field)]));
}
