import { AppError } from '../errors';
import type { Logger } from '../log';
import { FairQueue, type Place } from './fair-queue';
import { fileWorkLimits, type FileWorkLimits } from './limits';
import type { Step } from './messages';
import type { FileTask } from './task';
import { ProcessEnded, WorkerProcess } from './worker-process.server';

interface Work<I> {
  /** Whose file it is: owners take turns. */
  readonly owner: string;
  /** The folder of the file (`IncomingFile.folder`); what the task makes lies there as well. */
  readonly folder: string;
  readonly input: I;
  /** Makes the error for a file that ends the process each time it is worked on. */
  readonly refused: () => Error;
}

/** Work on files of strangers: in a process of its own, bound by decoded size, and fair among owners. */
export interface FileWork {
  /**
   * @throws AppError that the task's handler threw, what `refused` makes, or `busy` when the queue is full or too long
   */
  run<I, R>(task: FileTask<I, R>, work: Work<I>): Promise<R>;
  /** Ends the process; for the end of this one. */
  close(): Promise<void>;
  /** The process, while there is one. */
  pid(): number | undefined;
}

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

/** Starts nothing yet: the process comes with the first file. */
export function openFileWork({
  entry,
  log,
  limits: changed,
  onDialled = () => undefined,
}: FileWorkOptions): FileWork {
  const limits = { ...fileWorkLimits, ...changed };
  const queue = new FairQueue(limits);
  const worker = new WorkerProcess({ entry, log, limits, onDialled });

  return {
    async run<I, R>(task: FileTask<I, R>, work: Work<I>): Promise<R> {
      const { owner, folder, input } = work;
      const place = queue.enter(owner);
      const ask = (step: Step) => worker.ask({ step, task: task.name, folder, input });
      try {
        const cost = await costOf(ask);
        return (await inTurn(place, ask, { cost, alone: limits.decodedBytes })) as R;
      } catch (error) {
        if (!(error instanceof ProcessEnded)) throw error;
        throw error.own ? work.refused() : new AppError('busy', { retryAfterSeconds: 5 });
      } finally {
        place.leave();
      }
    },
    close: () => worker.close(),
    pid: () => worker.pid,
  };
}

type AskFor = (step: Step) => Promise<unknown>;

/** Many ask at once, so an end of the process says nothing about this file. */
async function costOf(ask: AskFor): Promise<number> {
  for (let attempt = 1; attempt <= sizings; attempt += 1)
    try {
      return (await ask('cost')) as number;
    } catch (error) {
      if (!(error instanceof ProcessEnded)) throw error;
    }
  throw new ProcessEnded(false);
}

/** A process that ends takes along all that is in it, so its files are tried once more, each of them alone. */
async function inTurn(
  place: Place,
  ask: AskFor,
  { cost, alone }: { cost: number; alone: number },
): Promise<unknown> {
  await place.turn(cost);
  try {
    return await ask('run');
  } catch (error) {
    if (!(error instanceof ProcessEnded)) throw error;
  }
  await place.turn(Math.max(cost, alone));
  return ask('run');
}
