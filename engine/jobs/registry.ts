import type { Subscription } from '../events/subscribe';
import type { RegisteredJob } from './define-job';

/** A job sent by the clock. At most one per due time over all processes. */
export interface Schedule {
  /** Name of a registered job; its payload is empty. */
  readonly job: string;
  /** Five cron fields, UTC. */
  readonly cron: string;
}

/** What a worker takes out of the queue, and what puts it there. */
export interface JobRegistry {
  readonly jobs: readonly RegisteredJob[];
  readonly subscriptions: readonly Subscription[];
  readonly schedules: readonly Schedule[];
  /**
   * Names of subscriptions, schedules and jobs that are on their way out. A start takes away what is named
   * here and nothing else, so that neither the old nor the new release of a deploy takes away the other's.
   * No new work arises under such a name; what waits is done as long as its code is there. A release that
   * retires something keeps its code; the next one deletes the code; the one after that, the name.
   */
  readonly retired?: readonly string[];
}
