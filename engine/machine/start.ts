import type { AnyStateMachine } from 'xstate';
import type { Ctx, TxCtx, UnitOfWork } from '#platform/context';
import { isUniqueViolation, withTransaction } from '../unit-of-work/transaction';
import { applyPlan } from './apply-plan';
import { lookForInstance, type Look } from './hot-statements';
import { lockRootToBe } from './lock-tree';
import { planStart } from './plan';
import { definitionFor } from './migrate';
import { repeatedResult, resultAsOf } from './repeated-result';
import type { Flow, FlowResult, StartInput } from './types';

/** What was asked ahead, by instance: it holds for the transaction that asked. */
const looks = new WeakMap<UnitOfWork, Map<string, Promise<Look>>>();

/**
 * Creates instance `id` and applies the initial transition; joins the open transaction. A repeat with the same
 * id is `repeated`; another machine, or another root, under an id that is taken is a fault of the caller and
 * throws. A flow that belongs to a root needs the root's id: `not_found` when there is no such root.
 */
export async function startMachine<M extends AnyStateMachine>(
  ctx: Ctx,
  flow: Flow<M>,
  start: { id: string; input: StartInput<M>; root?: string },
): Promise<FlowResult<M>> {
  if (Boolean(flow.root) !== Boolean(start.root))
    throw new Error(flow.root ? `${flow.name} needs a root` : `${flow.name} has no root`);
  return withTransaction(ctx, (tx) => begin(tx, flow, start));
}

/**
 * Asks what a start of `id` later in this transaction needs to know. For a command that has something else to send by
 * then: in one `pipeline` both take one trip.
 */
export async function prepareStart(ctx: TxCtx, id: string): Promise<void> {
  const asked = looks.get(ctx.unitOfWork) ?? new Map<string, Promise<Look>>();
  looks.set(ctx.unitOfWork, asked.set(id, look(ctx, id)));
  await asked.get(id);
}

async function look(ctx: TxCtx, id: string): Promise<Look> {
  const { rows } = await ctx.tx.query<Look>({ ...lookForInstance, values: [id] });
  return rows[0]!;
}

async function begin<M extends AnyStateMachine>(
  ctx: TxCtx,
  flow: Flow<M>,
  { id, input: given, root }: Parameters<typeof startMachine<M>>[2],
): Promise<FlowResult<M>> {
  if (flow.root && root) await lockRootToBe(ctx, flow.root, root);
  const by = definitionFor(flow, null);
  const found = await (looks.get(ctx.unitOfWork)?.get(id) ?? look(ctx, id));
  // Asked ahead or not, an instance is there for good: the next start of it has to look again.
  looks.get(ctx.unitOfWork)?.delete(id);
  if (found.machine) return begun(ctx, flow, { id, root: root ?? null, holder: found });
  const input = { ...(given as object), at: found.at.toISOString() };
  const plan = planStart(by.machine, input);
  const event = { type: 'flow.started', input };
  const begins = { root: root ?? null };
  const accepted = { id, version: 1, at: found.at, name: event.type, event, plan, begins };
  try {
    return await resultAsOf(ctx, flow, by, await applyPlan(ctx, by, accepted));
  } catch (error) {
    throw isTaken(error) ? new StartedMeanwhile(`${id} was started by somebody else`) : error;
  }
}

/** Somebody else's start of the same instance came first: the transaction is run again, and finds it. */
class StartedMeanwhile extends Error {
  readonly code = '40001';
}

/** PostgreSQL writes the parts of one statement in an order of its own. */
const keysOfStart = ['instance_pkey', 'transition_instance_id_version_pk'];

const isTaken = (error: unknown): boolean =>
  isUniqueViolation(error) &&
  keysOfStart.includes((error as { constraint?: string }).constraint ?? '');

async function begun<M extends AnyStateMachine>(
  ctx: TxCtx,
  flow: Flow<M>,
  { id, root, holder }: { id: string; root: string | null; holder: Look },
): Promise<FlowResult<M>> {
  if (holder.machine !== flow.name || holder.root !== root)
    throw new Error(`the id of a new ${flow.name} belongs to another ${holder.machine}`);
  const first = await repeatedResult(ctx, flow, { id, version: 1 });
  if (!first) throw new Error(`${id} exists without a start`);
  return first;
}
