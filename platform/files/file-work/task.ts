import type { FileTask, Pool } from '../../ports/file-work';

/** A task as both sides know it; what does the work is a {@link FileHandler} in the other process. */
export const defineFileTask = <I, R>(name: string): FileTask<I, R> => ({ name });

/** What one piece of work is about. `folder` is its own: the file lies in it, and what is made goes there. */
export interface FileJob<I> {
  readonly folder: string;
  readonly file: string;
  readonly input: I;
}

/** What working on a file takes: its process, and bytes of its memory. */
export interface Cost {
  readonly pool: Pool;
  readonly bytes: number;
}

/** Does a task, in the process that takes files apart. */
export interface FileHandler {
  readonly task: string;
  /** What `run` will take, by the head of the file alone; throws what is refused already. */
  cost(job: FileJob<never>): Promise<Cost>;
  run(job: FileJob<never>): Promise<unknown>;
}

/** Ties a handler to the types of its task. */
export const fileHandler = <I, R>(
  task: FileTask<I, R>,
  handler: {
    readonly cost: (job: FileJob<I>) => Promise<Cost>;
    readonly run: (job: FileJob<I>) => Promise<R>;
  },
): FileHandler => ({ task: task.name, ...handler }) as unknown as FileHandler;
