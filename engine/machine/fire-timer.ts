import type { AnyStateMachine, EventObject } from 'xstate';
import { z } from 'zod';
import { system } from '#platform/base/actor';
import { createContext, type Ctx, type Services, type TxCtx } from '#platform/context';
import { withTransaction } from '../unit-of-work/transaction';
import type { Runnable } from '../jobs/run-job';
import { readEnvelope, timerQueue } from '../queue/envelope';
import { NewerReleaseError } from '../queue/newer-release';
import { applyPlan } from './apply-plan';
import { timerLateness } from './figures';
import { lockFlow } from './lock-flow';
import { NewerVersionError } from './migrate';
import { planStep } from './plan';
import type { AnyFlow, Flow } from './types';

/** `gone`: fired before, cancelled or armed anew. `early`: not due yet. `ignored`: no transition for it. */
export type Fired = 'fired' | 'gone' | 'early' | 'ignored';

/** The worker's part of every timer of these flows. */
export const timersOf = (flows: readonly AnyFlow[]): Runnable => ({
  queue: timerQueue,
  urgent: false,
  run: (services, claimed) => fireTimerJob(services, flows, readEnvelope(claimed)),
});

const payload = z.object({ instance: z.uuid(), token: z.uuid() });

/**
 * The work of a timer's alarm. Does nothing when the timer is gone or early. Throws
 * {@link NewerReleaseError} when this process does not know the machine: alarm and row wait for one that does.
 */
async function fireTimerJob(
  services: Services,
  flows: readonly AnyFlow[],
  job: { payload: unknown },
): Promise<void> {
  const fired = await fireArmedTimer(services, flows, payload.parse(job.payload));
  if (fired === 'newer') throw new NewerReleaseError('the machine of a timer');
}

/** As `fireTimer`; `newer` when only a process of a newer release knows the machine, or its version. */
export async function fireArmedTimer(
  services: Services,
  flows: readonly AnyFlow[],
  armed: { instance: string; token: string },
): Promise<Fired | 'newer'> {
  const { rows } = await services.database.pool.query<{ machine: string }>(
    'select machine from flow.instance where id = $1',
    [armed.instance],
  );
  const ctx = createContext(services, system('flow.timer'), { requestId: armed.token });
  if (!rows[0]) {
    ctx.log.warn({ instance: armed.instance }, 'timer of no instance');
    return 'gone';
  }
  const flow = flows.find(({ name }) => name === rows[0]!.machine);
  if (!flow) return 'newer';
  try {
    return await fireTimer(ctx, flow, armed);
  } catch (error) {
    if (!(error instanceof NewerVersionError)) throw error;
    return 'newer';
  }
}

const findTimer = {
  name: 'flow-timer',
  text: `select name, label, event, extract(epoch from platform.now() - fire_at)::float8 as late from flow.timer
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
  return withTransaction(ctx, (tx) => fire(tx, flow, armed));
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
    late: number;
  }>({ ...findTimer, values: [instance, token] });
  const timer = rows[0];
  if (!timer) return 'gone';
  if (timer.late < 0) return 'early';
  const { flow: by, at, state, version } = locked;
  const event = { ...timer.event, at: at.toISOString() };
  const plan = planStep(by.machine, state, event);
  if (!plan) {
    await ctx.tx.query(forgetTimer, [instance, token]);
    return 'ignored';
  }
  const accepted = { id: instance, version: version + 1, at, name: timer.label, event, plan };
  await applyPlan(ctx, by, { ...accepted, fired: timer.name });
  ctx.unitOfWork.committed.push(() => timerLateness(ctx.services).observe(timer.late));
  return 'fired';
}
