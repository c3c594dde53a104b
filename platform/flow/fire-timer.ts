import type { AnyStateMachine, EventObject } from 'xstate';
import { transaction, type Ctx, type TxCtx } from '../context';
import { applyPlan } from './apply-plan';
import { lockFlow } from './lock-flow';
import { planStep } from './plan';
import type { Flow } from './types';

/** `gone`: fired before, cancelled or armed anew. `early`: not due yet. `ignored`: no transition for it. */
export type Fired = 'fired' | 'gone' | 'early' | 'ignored';

const findTimer = {
  name: 'flow-timer',
  text: `select name, label, event, fire_at <= platform.now() as due from flow.timer
    where instance_id = $1 and token = $2`,
};
const forgetTimer = `delete from flow.timer where instance_id = $1 and token = $2`;

/**
 * Fires one arming of a timer, at most once: the row is looked up under the instance's lock by the token
 * of that arming, and goes in the transaction of the event.
 */
export async function fireTimer<M extends AnyStateMachine>(
  ctx: Ctx,
  flow: Flow<M>,
  armed: { instance: string; token: string },
): Promise<Fired> {
  return transaction(ctx, (tx) => fire(tx, flow, armed));
}

async function fire<M extends AnyStateMachine>(
  ctx: TxCtx,
  flow: Flow<M>,
  { instance, token }: { instance: string; token: string },
): Promise<Fired> {
  const locked = await lockFlow(ctx, flow, instance);
  if (!locked) return 'gone';
  const { rows } = await ctx.tx.query<{
    name: string;
    label: string;
    event: EventObject;
    due: boolean;
  }>({ ...findTimer, values: [instance, token] });
  const timer = rows[0];
  if (!timer) return 'gone';
  if (!timer.due) return 'early';
  const { flow: by, at, state, version } = locked;
  const event = { ...timer.event, at: at.toISOString() };
  const plan = planStep(by.machine, state, event);
  if (!plan) {
    await ctx.tx.query(forgetTimer, [instance, token]);
    return 'ignored';
  }
  const accepted = { id: instance, version: version + 1, at, name: timer.label, event, plan };
  await applyPlan(ctx, by, { ...accepted, fired: timer.name });
  return 'fired';
}
