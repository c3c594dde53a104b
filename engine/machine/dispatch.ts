import type { AnyStateMachine } from 'xstate';
import type { Ctx, TxCtx } from '#platform/context';
import { withTransaction } from '../unit-of-work/transaction';
import { AppError } from '#platform/base/errors';
import { applyPlan } from './apply-plan';
import { lockFlow } from './lock-flow';
import { planStep } from './plan';
import { repeatedResult, resultAsOf } from './repeated-result';
import type { Flow, FlowResult, Annotation, Sent } from './types';

/**
 * Applies one event in one transaction (joins the open one). Throws `event_refused` (409) when the state has
 * no transition for it, `not_found` without an instance, `version_conflict` when `expectedVersion` differs.
 * The machine reads time from `event.at`, which the dispatcher sets from the database clock. `reason` and `note` reach
 * the module's projection and, a reason, the audit; a repeated key says nothing again.
 */
export async function send<M extends AnyStateMachine>(
  ctx: Ctx,
  flow: Flow<M>,
  input: { id: string; event: Sent<M>; key?: string; expectedVersion?: number } & Annotation,
): Promise<FlowResult<M>> {
  return withTransaction(ctx, async (tx) => {
    const result = await apply(tx, flow, input);
    // Inside the transaction, so that a refused event leaves nothing behind.
    if (!result) throw new AppError('event_refused');
    return result;
  });
}

/**
 * {@link send} for what follows from an event: null, and nothing is written, when the state has no transition
 * for the event. The flow has moved on, so there is nothing left to do, today or at another try. Jobs and
 * subscriptions give a `key`, since they are run again. Throws `not_found` without an instance.
 */
export async function sendIfAccepted<M extends AnyStateMachine>(
  ctx: Ctx,
  flow: Flow<M>,
  input: { id: string; event: Sent<M>; key?: string },
): Promise<FlowResult<M> | null> {
  return withTransaction(ctx, (tx) => apply(tx, flow, input));
}

async function apply<M extends AnyStateMachine>(
  ctx: TxCtx,
  flow: Flow<M>,
  { id, event: sent, key, expectedVersion, reason, note }: Parameters<typeof send<M>>[2],
): Promise<FlowResult<M> | null> {
  const locked = await lockFlow(ctx, flow, id);
  if (!locked) throw new AppError('not_found');
  // Before "not allowed": the state has moved on because of the first delivery of this very event.
  const repeated = key ? await repeatedResult(ctx, flow, { id, key }) : null;
  if (repeated) return repeated;
  // A migration is nothing that a caller could have seen.
  if (expectedVersion !== undefined && expectedVersion !== locked.found)
    throw new AppError('version_conflict');
  const { flow: by, at, state, version } = locked;
  const event = { ...(sent as { type: string }), at: at.toISOString() };
  const plan = planStep(by.machine, state, event);
  if (!plan) return null;
  const accepted = { id, version: version + 1, at, name: event.type, event, key, plan };
  const said = { reason, note };
  return resultAsOf(ctx, flow, by, await applyPlan(ctx, by, { ...accepted, said }));
}
