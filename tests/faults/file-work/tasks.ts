import { defineFileTask, type Pool } from '#platform/files/file-work';

/** What the program of the fault tests can be told to do; `cost` is what it says that it takes. */
export interface Order {
  readonly cost: number;
  /** Pictures, unless it says otherwise. */
  readonly pool?: Pool;
  /** Milliseconds of CPU. */
  readonly burns?: number;
  /** Milliseconds of work. */
  readonly takes?: number;
  /** Megabytes to take, outside of JavaScript's heap. */
  readonly eats?: number;
  /** How it ends its process; `once`: only when no file called `mark` lies beside it. */
  readonly ends?: 'crash' | 'kill' | 'kill-once' | 'hang' | 'dial';
}

/** Whether and when it worked, and how much was under way then. */
export interface Done {
  readonly began: number;
  readonly ended: number;
}

export const orderTask = defineFileTask<Order, Done>('test.order');
