import { z } from 'zod';
import { system } from '../actor';
import { createContext, type Services } from '../context';
import { NewerReleaseError } from '../jobs/newer-release';
import { fireTimer, type Fired } from './fire-timer';
import { NewerVersionError } from './migrate';
import type { AnyFlow } from './types';

const payload = z.object({ instance: z.uuid(), token: z.uuid() });

/**
 * The work of a timer's alarm. Does nothing when the timer is gone or early. Throws
 * {@link NewerReleaseError} when this process does not know the machine: alarm and row wait for one that does.
 */
export async function fireTimerJob(
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
