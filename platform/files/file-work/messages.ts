import type { AppErrorDetails } from '../../base/errors';

/** The two steps of a job: what it will take, and the work itself. */
export type Step = 'cost' | 'run';

/** From the process that asks. */
export interface Ask {
  readonly id: number;
  readonly step: Step;
  readonly task: string;
  readonly folder: string;
  readonly input: unknown;
}

/** Back from the process that works. A failure without a code is a fault of ours. */
export type Answer = Result & {
  /** Milliseconds of CPU that the process has taken so far. */
  readonly cpu: number;
};

/** What became of an ask. */
export type Result =
  /** It is there and can be asked. */
  | { readonly ready: true }
  | { readonly id: number; readonly value: unknown }
  | {
      readonly id: number;
      readonly failure: { readonly code?: string; readonly details?: AppErrorDetails };
    };
