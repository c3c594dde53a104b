import type { Logger } from './log';

/**
 * Ends the process on what nobody caught: it has left something half done, and a fresh process is safer than
 * this one. Written by our logger, because Node would print messages, which may hold what people typed.
 */
export function endOnFault(log: Logger): void {
  for (const event of ['unhandledRejection', 'uncaughtException'] as const)
    process.on(event, (err: unknown) => {
      log.fatal({ err }, `process.${event === 'uncaughtException' ? 'uncaught' : 'unhandled'}`);
      process.exit(1);
    });
}
