import { z } from 'zod';
import { system } from '../actor';
import { createContext, type Services } from '../context';
import { fireTimer, type Fired } from './fire-timer';
import { NewerVersionError } from './migrate';
import type { AnyFlow } from './types';

const payload = z.object({ instance: z.uuid(), token: z.uuid() });

/**
 * The work of a timer's alarm. Does nothing when the timer is gone or early, or when its machine is
 * newer than this process: the row stays, and the sweep of a process that knows it fires it.
 */
export async function fireTimerJob(
  services: Services,
  flows: readonly AnyFlow[],
  job: { payload: unknown },
): Promise<void> {
  await fireArmedTimer(services, flows, payload.parse(job.payload));
}

export async function fireArmedTimer(
  services: Services,
  flows: readonly AnyFlow[],
  armed: { instance: string; token: string },
): Promise<Fired> {
  const { rows } = await services.database.pool.query<{ machine: string }>(
    'select machine from flow.instance where id = $1',
    [armed.instance],
  );
  const flow = flows.find(({ name }) => name === rows[0]?.machine);
  const ctx = createContext(services, system('flow.timer'), { requestId: armed.token });
  if (!flow) {
    ctx.log.warn({ instance: armed.instance, machine: rows[0]?.machine }, 'timer of no known flow');
    return 'gone';
  }
  try {
    return await fireTimer(ctx, flow, armed);
  } catch (error) {
    if (!(error instanceof NewerVersionError)) throw error;
    ctx.log.warn({ instance: armed.instance, flow: flow.name }, 'timer of a newer version');
    return 'early';
  }
}
