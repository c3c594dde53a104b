import { AppError } from '../../base/errors';
import type { Logger } from '../../observability/log';
import type { FileTask, FileWork, FileWorkOrder, Pool } from '../../ports/file-work';
import { FairQueue, type Place } from './fair-queue';
import { fileWorkLimits, type FileWorkLimits } from './limits';
import type { Step } from './messages';
import type { Cost } from './task';
import { ProcessEnded, WorkerProcess } from './worker-process.server';

export interface FileWorkOptions {
  /** The built or bundled `scripts/entries/file-work.ts`. */
  readonly entry: string;
  readonly log: Logger;
  readonly limits?: Partial<FileWorkLimits>;
  /** Hears that the process tried to dial somebody, which ended it. */
  readonly onDialled?: () => void;
}

/** How often the size of a file is asked for when the process ends meanwhile, through the fault of another file. */
const sizings = 3;

/** Starts nothing yet: the processes come with the first picture and the first document. */
export function openFileWork({
  entry,
  log,
  limits: changed,
  onDialled = () => undefined,
}: FileWorkOptions): FileWork {
  const limits = { ...fileWorkLimits, ...changed };
  const queue = new FairQueue(limits);
  const shared = { entry, log, limits, onDialled };
  const workers: Record<Pool, WorkerProcess> = {
    pictures: new WorkerProcess({ ...shared, memory: limits.memory, isPatient: false }),
    documents: new WorkerProcess({ ...shared, memory: limits.documentMemory, isPatient: true }),
  };

  return {
    async run<I, R>(task: FileTask<I, R>, order: FileWorkOrder<I>): Promise<R> {
      const { owner, folder, input } = order;
      const place = queue.enter(owner);
      const ask: AskFor = (step, pool) =>
        workers[pool].ask({ step, task: task.name, folder, input }, place.spend);
      try {
        const cost = await costOf(ask);
        return (await inTurn(place, ask, { cost, alone: limits.decodedBytes })) as R;
      } catch (error) {
        if (!(error instanceof ProcessEnded)) throw error;
        throw error.own ? order.refused() : new AppError('busy', { retryAfterSeconds: 5 });
      } finally {
        place.leave();
      }
    },
    close: async () => {
      await Promise.all(Object.values(workers).map((worker) => worker.close()));
    },
    pid: (pool = 'pictures') => workers[pool].pid,
  };
}

type AskFor = (step: Step, pool: Pool) => Promise<unknown>;

/** The head of a file alone is read, by libvips at most. Many ask at once, so an end of the process may say nothing about this one. */
async function costOf(ask: AskFor): Promise<Cost> {
  for (let attempt = 1; attempt <= sizings; attempt += 1)
    try {
      return (await ask('cost', 'pictures')) as Cost;
    } catch (error) {
      if (!(error instanceof ProcessEnded) || error.final) throw error;
    }
  throw new ProcessEnded(false);
}

/**
 * A process that ends takes along all that is in it, so its files are tried once more, each of them alone; but not the one
 * that is known to be why.
 */
async function inTurn(
  place: Place,
  ask: AskFor,
  { cost, alone }: { cost: Cost; alone: number },
): Promise<unknown> {
  await place.turn(cost);
  try {
    return await ask('run', cost.pool);
  } catch (error) {
    if (!(error instanceof ProcessEnded) || error.final) throw error;
  }
  await place.turn({ ...cost, bytes: Math.max(cost.bytes, alone) });
  return ask('run', cost.pool);
}
