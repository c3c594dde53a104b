import { milliseconds, seconds } from './duration';

/**
 * How long stopping may take, stated once for the supervisor, web and worker: each next one is patient enough to
 * let the one before it end by itself.
 */
export const stopTimes = {
  /** What is under way may still end: answers in web, jobs in the worker. */
  work: seconds(10),
  /** Then web and worker have closed what they hold, or are killed. */
  process: seconds(12),
  /** And the demo's PostgreSQL has stopped too. */
  whole: seconds(15),
} as const;

/** Lets nothing that this process waits for (a connection that does not close) make its stop look like a crash. */
export const exitInTime = (): void => {
  setTimeout(() => process.exit(0), milliseconds(stopTimes.process - 500)).unref();
};
